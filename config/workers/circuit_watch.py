"""Tells the database how this process's circuit breaker stands: at once when it changed, else every ten seconds.

A thread of its own, because a circuit changes by time alone too, and because judging must not wait for this write.
"""

from __future__ import annotations

import logging
import os
import socket
import threading
from collections.abc import Callable
from datetime import datetime, timedelta

from django.conf import settings
from django.db import Error, connection
from django.utils import timezone

from validation.judge.breaker import BreakerState
from validation.judge.configured import circuit_here
from validation.platform.processes import forget_circuit, tell_circuit

LOOK_EVERY_S = 1.0
TELL_EVERY = timedelta(seconds=10)

logger = logging.getLogger(__name__)


class CircuitWatch:
    """`state` is None while this process has asked nobody yet: then there is nothing to tell."""

    def __init__(self, process: str, state: Callable[[], BreakerState | None] = circuit_here) -> None:
        self._process, self._state = process, state
        self._told: tuple[str, datetime] | None = None
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="circuit-watch", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._ended.set()
        self._thread.join(LOOK_EVERY_S)
        self._write(lambda: forget_circuit(process=self._process))

    def look(self, now: datetime) -> None:
        state, last_told = self._state(), self._told
        if state is None or (
            last_told is not None and last_told[0] == state.circuit and now - last_told[1] < TELL_EVERY
        ):
            return
        if self._write(lambda: tell_circuit(process=self._process, state=state, now=now)):
            self._told = (state.circuit, now)

    def _write(self, change: Callable[[], None]) -> bool:
        """A database that is away costs a look, never the process."""
        try:
            change()
        except Error:
            logger.warning("the circuit cannot be told", exc_info=True)
            return False
        return True

    def _run(self) -> None:
        while not self._ended.wait(LOOK_EVERY_S):
            self.look(timezone.now())
            connection.close()


_running: list[CircuitWatch] = []


def begin(role: str) -> None:
    """Starts this process's watch, once, where an LLM is configured. `role` is what pages call the process."""
    if not _running and settings.COUNTERSIGN_JUDGE == "vllm":
        _running.append(CircuitWatch(f"{role}@{socket.gethostname()}:{os.getpid()}"))
        _running[0].start()


def end() -> None:
    while _running:
        _running.pop().stop()
