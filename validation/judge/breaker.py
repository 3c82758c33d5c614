"""A circuit breaker: after several consecutive failures an endpoint is not called for a while, then by one call at a
time.

Pure except for the clock, which is passed in. Closed: calls pass. Open: no calls until the pause is over. Half open:
one call tries; success closes the circuit, failure opens it for twice as long.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

WHILE_TRYING = 0.2
"""Seconds to wait while another call tests a half-open circuit."""


class Circuit(StrEnum):
    CLOSED = "closed"
    OPEN = "open"
    HALF_OPEN = "half_open"


@dataclass(frozen=True, slots=True)
class BreakerState:
    """`failures` are consecutive; `retry_in` seconds until the next call may try; `last_fault` is a sentence."""

    circuit: Circuit
    failures: int
    retry_in: float
    last_fault: str


class Breaker:
    """Thread-safe. Opens after `threshold` consecutive failures for `pause` seconds, doubling up to `longest`."""

    def __init__(
        self, *, clock: Callable[[], float], threshold: int = 5, pause: float = 2.0, longest: float = 60.0
    ) -> None:
        self._clock, self._threshold, self._pause, self._longest = clock, threshold, pause, longest
        self._lock = threading.Lock()
        self._failures = 0
        self._openings = 0
        self._open_until: float | None = None
        self._trying = False
        self._last_fault = ""

    def try_acquire(self) -> float:
        """Returns 0.0 if the call may be made, whose outcome must then be reported; else the seconds to wait."""
        with self._lock:
            if self._open_until is None:
                return 0.0
            left = self._open_until - self._clock()
            if left > 0:
                return left
            if self._trying:
                return WHILE_TRYING
            self._trying = True
            return 0.0

    def succeeded(self) -> None:
        with self._lock:
            self._failures = self._openings = 0
            self._open_until, self._trying, self._last_fault = None, False, ""

    def learned_nothing(self) -> None:
        """The call ended in a way that says nothing of the endpoint; the next call may try."""
        with self._lock:
            self._trying = False

    def failed(self, fault: str) -> None:
        with self._lock:
            self._failures += 1
            self._last_fault = fault
            if self._trying or (self._open_until is None and self._failures >= self._threshold):
                self._open()

    def state(self) -> BreakerState:
        with self._lock:
            if self._open_until is None:
                return BreakerState(Circuit.CLOSED, self._failures, 0.0, self._last_fault)
            left = max(0.0, self._open_until - self._clock())
            circuit = Circuit.OPEN if left > 0 else Circuit.HALF_OPEN
            return BreakerState(circuit, self._failures, left, self._last_fault)

    def _open(self) -> None:
        pause = min(self._longest, self._pause * 2.0 ** min(self._openings, 30))
        self._openings += 1
        self._trying = False
        self._open_until = self._clock() + pause
