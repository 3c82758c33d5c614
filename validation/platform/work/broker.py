"""What the broker holds. Rows are the truth; this only says how many messages for them are left."""

from __future__ import annotations

from typing import Any

from celery import current_app
from kombu.exceptions import ChannelError, OperationalError


def queue_length(name: str) -> int | None:
    """Messages that no worker has taken yet; None when the broker cannot be asked."""
    try:
        with current_app.connection_for_write() as connection:
            connection.ensure_connection(max_retries=1, timeout=3)
            channel: Any = connection.default_channel  # each transport has a class of its own
            return int(channel.queue_declare(queue=name, passive=True).message_count)
    except ChannelError:
        return 0  # a queue without messages does not exist in Redis
    except (OperationalError, OSError):
        return None
