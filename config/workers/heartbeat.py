"""Tells the database, every ten seconds, that this process takes messages, and from which queues.

A thread of its own, because tasks must not wait for this write. It speaks only while Celery's consumer is alive: that
sends a heartbeat of its own every two seconds, and stops when the broker is away. Where COUNTERSIGN_HEARTBEAT_FILE
names a file, it is touched as well, so that a container's health check needs neither Python nor the database.
"""

from __future__ import annotations

import logging
import os
import socket
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from celery.signals import heartbeat_sent
from django.db import Error, connection
from django.utils import timezone

from validation.platform.processes import forget_heartbeat, record_heartbeat

TELL_EVERY_S = 10.0
CONSUMER_SILENT_S = 15.0

logger = logging.getLogger(__name__)
_last_beat = 0.0


@heartbeat_sent.connect
def _consumer_lives(**_: Any) -> None:
    global _last_beat  # noqa: PLW0603  one consumer a process
    _last_beat = time.monotonic()


def touch_heartbeat_file() -> None:
    if file := os.environ.get("COUNTERSIGN_HEARTBEAT_FILE"):
        Path(file).touch()


class WorkerWatch:
    def __init__(self, process: str, queues: Sequence[str]) -> None:
        self._process, self._queues = process, tuple(queues)
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="worker-watch", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._ended.set()
        try:
            forget_heartbeat(process=self._process)
        except Error:
            logger.warning("the heartbeat cannot be taken back", exc_info=True)

    def tell(self) -> None:
        """A database that is away costs a heartbeat, never the process."""
        if time.monotonic() - _last_beat > CONSUMER_SILENT_S:
            return
        try:
            record_heartbeat(process=self._process, queues=self._queues, now=timezone.now())
        except Error:
            logger.warning("the heartbeat cannot be told", exc_info=True)
        touch_heartbeat_file()

    def _run(self) -> None:
        while True:
            self.tell()
            connection.close()
            if self._ended.wait(TELL_EVERY_S):
                return


_running: list[WorkerWatch] = []


def begin(queues: Sequence[str]) -> None:
    """Called when the consumer is ready."""
    _consumer_lives()
    _running.append(WorkerWatch(f"worker@{socket.gethostname()}:{os.getpid()}", queues))
    _running[-1].start()


def end() -> None:
    while _running:
        _running.pop().stop()
