"""Threads that regularly report the state of this process to the database, so that tasks do not wait for these writes.
If the database is down, a report is skipped."""

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
    """Calls `look` with the current time, at once and then every `every_s` seconds. `stop` deletes the reports of
    `process`."""

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
    """Starts the watch of that name, unless this process has one."""
    if name not in _running:
        _running[name] = Watch(name, process, look=look, every_s=every_s)


def end() -> None:
    """Stops all watches of this process."""
    while _running:
        _running.popitem()[1].stop()


def is_written(change: Callable[[], None]) -> bool:
    """Runs `change`; if the database is down, logs a warning and returns False."""
    try:
        change()
    except Error:
        logger.warning("the state of this process cannot be reported", exc_info=True)
        return False
    return True


def process_name(role: str) -> str:
    """A unique name of this process; `role` is shown on pages."""
    return f"{role}@{socket.gethostname()}:{os.getpid()}"
