"""Reports to the database, every ten seconds, that this process consumes messages, and from which queues.

It reports only while Celery's consumer is alive, which sends a heartbeat signal every two seconds unless the broker is
down. It also touches the file named by COUNTERSIGN_HEARTBEAT_FILE, so that a container's health check needs neither
Python nor the database.
"""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from celery.signals import heartbeat_sent

from config.workers import watch
from config.workers.watch import is_written, process_name
from validation.platform.processes import record_heartbeat

TELL_EVERY_S = 10.0
CONSUMER_SILENT_S = 15.0

_last_beat = 0.0


@heartbeat_sent.connect
def _consumer_lives(**_: Any) -> None:
    global _last_beat  # noqa: PLW0603  one consumer a process
    _last_beat = time.monotonic()


def touch_heartbeat_file() -> None:
    if file := os.environ.get("COUNTERSIGN_HEARTBEAT_FILE"):
        Path(file).touch()


def _tell(process: str, queues: Sequence[str], now: datetime) -> None:
    if time.monotonic() - _last_beat > CONSUMER_SILENT_S:
        return
    is_written(partial(record_heartbeat, process=process, queues=queues, now=now))
    touch_heartbeat_file()


def begin(queues: Sequence[str]) -> None:
    """Starts reporting; called when the consumer is ready."""
    _consumer_lives()
    process = process_name("worker")
    watch.begin("worker-watch", process, look=partial(_tell, process, queues), every_s=TELL_EVERY_S)
