"""A thread that tells the database every so often how this process does: tasks and judging must not wait for the write,
and a database that is away costs one look, never the process."""

from __future__ import annotations

import logging
import os
import socket
import threading
from collections.abc import Callable
from datetime import datetime
from functools import partial

from django.db import Error, connection
from django.utils import timezone

from validation.platform.processes import forget_process

_STOPS_WITHIN_S = 1.0

logger = logging.getLogger(__name__)


class Watch:
    """Calls `look` with the time, at once and every `every_s` seconds from then on. At the end what `process` reported
    is taken back."""

    def __init__(self, name: str, process: str, *, look: Callable[[datetime], None], every_s: float) -> None:
        self._process, self._look, self._every_s = process, look, every_s
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._ended.set()
        self._thread.join(_STOPS_WITHIN_S)
        is_written(partial(forget_process, self._process))

    def _run(self) -> None:
        while True:
            self._look(timezone.now())
            connection.close()
            if self._ended.wait(self._every_s):
                return


_running: dict[str, Watch] = {}


def begin(name: str, process: str, *, look: Callable[[datetime], None], every_s: float) -> None:
    """Starts the watch of that name, once a process."""
    if name not in _running:
        _running[name] = Watch(name, process, look=look, every_s=every_s)


def end() -> None:
    """Stops all of this process."""
    while _running:
        _running.popitem()[1].stop()


def is_written(change: Callable[[], None]) -> bool:
    """False where the database is away; the log says so."""
    try:
        change()
    except Error:
        logger.warning("how this process does cannot be told", exc_info=True)
        return False
    return True


def process_name(role: str) -> str:
    """`role` is what pages call the process."""
    return f"{role}@{socket.gethostname()}:{os.getpid()}"
