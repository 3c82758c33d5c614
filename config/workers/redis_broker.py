"""kombu's Redis transport, with channels that close cleanly when Redis has gone away.

Closing a channel returns its unacknowledged messages. After its connection is lost that raises an AttributeError, which
ends the worker instead of letting it reconnect. Here it raises a ConnectionError, which kombu and Celery handle. The
messages return by their visibility timeout, and their rows by the sweeper.
"""

from __future__ import annotations

from typing import Any

from kombu.transport import TRANSPORT_ALIASES, redis


class Channel(redis.Channel):
    def _connparams(self, asynchronous: bool = False) -> Any:
        if self.connection is None or self.connection.client is None:
            raise ConnectionError("the connection of this channel is closed")
        return super()._connparams(asynchronous)  # type: ignore[misc]  # the stubs lack it


class Transport(redis.Transport):
    Channel = Channel


def install_transport() -> None:
    """Makes kombu use this transport for all Redis urls."""
    TRANSPORT_ALIASES.update(dict.fromkeys(("redis", "rediss"), f"{__name__}:Transport"))
