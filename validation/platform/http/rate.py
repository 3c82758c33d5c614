"""Limits the requests of a key per minute. Counts in Redis if there are several processes, else in memory.

The limit protects the service from a misbehaving client and affects no verdict, so if Redis is down everything passes.
A rejected request does not count.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock
from time import monotonic, time
from typing import Protocol

from django.conf import settings

from validation.domain.codes.problems import ProblemCode
from validation.domain.operations.rate import WINDOW_S, seconds_to_wait
from validation.platform.redis_errors import redis_errors

logger = logging.getLogger(__name__)

_PATIENCE_S = 0.25
_AWAY_S = 5.0
_ASK_EVERY_S = 0.5


class Counters(Protocol):
    def count(self, key: str, window: int) -> tuple[int, int]:
        """Counts one request; returns the counts of this window and the previous one."""

    def count_here(self, key: str, window: int, most: int) -> bool:
        """Counts one request locally if there are certainly fewer than `most`; otherwise counts nothing."""

    def take_back(self, key: str, window: int) -> None: ...


class LocalCounters:
    def __init__(self) -> None:
        self._counts: dict[str, tuple[int, int, int]] = {}
        self._lock = Lock()

    def count(self, key: str, window: int) -> tuple[int, int]:
        with self._lock:
            at, now, before = self._counts.get(key, (window, 0, 0))
            if at != window:
                now, before = 0, now if at == window - 1 else 0
            self._counts[key] = (window, now + 1, before)
            return now + 1, before

    def count_here(self, key: str, window: int, most: int) -> bool:
        now, before = self.count(key, window)
        if now + before < most:
            return True
        self.take_back(key, window)
        return False

    def take_back(self, key: str, window: int) -> None:
        with self._lock:
            at, now, before = self._counts[key]
            if at == window:
                self._counts[key] = (at, now - 1, before)


@dataclass(slots=True)
class _Known:
    """The last counts from Redis, read at `asked`; `here` requests were counted locally since."""

    window: int
    now: int
    before: int
    asked: float
    here: int = 0


class RedisCounters:
    """One round trip counts a request and reports those counted locally. After a failure Redis is not called for some
    seconds, and nothing is counted."""

    def __init__(self, url: str, clock: Callable[[], float] = monotonic) -> None:
        import redis  # only here: one process alone counts without it

        self._redis = redis.Redis.from_url(url, socket_timeout=_PATIENCE_S, socket_connect_timeout=_PATIENCE_S)
        self._clock = clock
        self._away_until = 0.0
        self._known: dict[str, _Known] = {}
        self._lock = Lock()

    def count(self, key: str, window: int) -> tuple[int, int]:
        if self._clock() < self._away_until:
            return 0, 0
        name = _name(key, window)
        try:
            with self._redis.pipeline(transaction=False) as pipe:
                pipe.incrby(name, 1 + self._unsent(key, window))
                pipe.expire(name, 2 * WINDOW_S + 1)
                pipe.get(_name(key, window - 1))
                now, _, before = pipe.execute()
        except redis_errors() as error:
            self._away_until = self._clock() + _AWAY_S
            logger.warning("rate limit not counted, Redis is away", extra={"error": type(error).__name__})
            return 0, 0
        with self._lock:
            self._known[key] = _Known(window, int(now), int(before or 0), self._clock())
        return int(now), int(before or 0)

    def count_here(self, key: str, window: int, most: int) -> bool:
        """Calls Redis at least every half second, which bounds how late a process learns the counts of others."""
        with self._lock:
            known = self._known.get(key)
            if known is None or known.window != window or self._clock() - known.asked > _ASK_EVERY_S:
                return False
            if known.now + known.here + known.before + 1 >= most:
                return False
            known.here += 1
            return True

    def take_back(self, key: str, window: int) -> None:
        try:
            self._redis.decr(_name(key, window))
        except redis_errors():
            self._away_until = self._clock() + _AWAY_S

    def _unsent(self, key: str, window: int) -> int:
        with self._lock:
            known = self._known.get(key)
            if known is None or known.window != window:
                return 0
            here, known.here = known.here, 0
            return here


def _name(key: str, window: int) -> str:
    return f"countersign:rate:{key}:{window}"


@lru_cache(maxsize=1)
def _counters(url: str) -> Counters:
    return RedisCounters(url) if url else LocalCounters()


def is_counted_here(key: str) -> bool:
    """Counts a request locally if the key is below half of its limit. If false, nothing was counted: call
    `check_rate`."""
    limit = settings.COUNTERSIGN_RATE_LIMIT
    if not limit:
        return True
    counters = _counters(settings.COUNTERSIGN_RATE_REDIS)
    return counters.count_here(key, int(time() // WINDOW_S), limit // 2)


def check_rate(key: str, *, now: float | None = None) -> None:
    """Raises TooMany `rate_limited` with the seconds to wait. A limit of 0 means no limit."""
    limit = settings.COUNTERSIGN_RATE_LIMIT
    if not limit:
        return
    window, into = divmod(time() if now is None else now, WINDOW_S)
    counters = _counters(settings.COUNTERSIGN_RATE_REDIS)
    made, before = counters.count(key, int(window))
    wait = seconds_to_wait(limit=limit, before=before, now=made, into=into)
    if wait:
        counters.take_back(key, int(window))
        raise ProblemCode.RATE_LIMITED.error(retry_after=wait, limit=limit, wait=wait)
