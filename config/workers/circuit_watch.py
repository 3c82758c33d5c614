"""Reports the state of this process's circuit breaker to the database: at once if it changed, else every ten seconds.
Uses a thread, because a circuit also changes with time alone."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial

from django.conf import settings

from config.workers import watch
from config.workers.watch import is_written, process_name
from validation.judge.breaker import BreakerState
from validation.judge.configured import circuit_here
from validation.platform.processes import record_circuit

LOOK_EVERY_S = 1.0
TELL_EVERY = timedelta(seconds=10)


class CircuitReporter:
    """Reports `state`, which is None as long as this process has not called an LLM; then there is no report."""

    def __init__(self, process: str, state: Callable[[], BreakerState | None] = circuit_here) -> None:
        self._process, self._state = process, state
        self._told: tuple[str, datetime] | None = None

    def look(self, now: datetime) -> None:
        state, last_told = self._state(), self._told
        if state is None or (
            last_told is not None and last_told[0] == state.circuit and now - last_told[1] < TELL_EVERY
        ):
            return
        if is_written(partial(record_circuit, process=self._process, state=state, now=now)):
            self._told = (state.circuit, now)


def begin(role: str) -> None:
    """Starts reporting, if an LLM is configured."""
    if settings.COUNTERSIGN_JUDGE == "vllm":
        process = process_name(role)
        watch.begin("circuit-watch", process, look=CircuitReporter(process).look, every_s=LOOK_EVERY_S)
