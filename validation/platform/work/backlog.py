"""How many attempts each pipeline has waiting, and what follows from it: how urgent its next one is, and whether it may
hand over more. Counted for all pipelines at once, and not more often than is cheap."""

from __future__ import annotations

import threading
from collections import Counter
from time import monotonic

from django.conf import settings
from django.db.models import Count

from validation.domain.attempt import AttemptState
from validation.domain.errors import TooMany
from validation.domain.operations.backlog import Urgency, urgency_of
from validation.models import Attempt

COUNTED_EVERY_S = 2.0
SHARE = 20
"""Counting takes at most one part in so many of the time."""
RETRY_AFTER_S = 10


class _Backlog:
    """What was counted last, and what this process added since."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting: Counter[int] = Counter()
        self._fresh_until = 0.0

    def of(self, pipeline: int) -> int:
        with self._lock:
            began = monotonic()
            if began >= self._fresh_until:
                self._waiting = _count()
                took = monotonic() - began
                self._fresh_until = began + max(COUNTED_EVERY_S, SHARE * took)
            return self._waiting[pipeline]

    def add(self, pipeline: int, number: int) -> None:
        with self._lock:
            self._waiting[pipeline] += number

    def forget(self) -> None:
        with self._lock:
            self._fresh_until = 0.0


def _count() -> Counter[int]:
    queued = Attempt.objects.filter(state=AttemptState.QUEUED)
    return Counter(dict(queued.values_list("turn__pipeline").annotate(number=Count("pk"))))


_backlog = _Backlog()
forget_backlog = _backlog.forget


def urgency_for(pipeline: int, number: int) -> Urgency:
    """Of `number` attempts that a pipeline hands over now, which are counted from here on."""
    waiting = _backlog.of(pipeline) + number
    _backlog.add(pipeline, number)
    return urgency_of(waiting)


def check_backlog(pipeline: int) -> None:
    """Raises TooMany `backlog_full`. A limit of 0 is none."""
    limit = settings.COUNTERSIGN_BACKLOG_LIMIT
    waiting = _backlog.of(pipeline) if limit else 0
    if limit and waiting >= limit:
        detail = f"{waiting:,} attempts of this pipeline wait to be judged; the limit is {limit:,}. Send more later."
        raise TooMany("backlog_full", detail, retry_after=RETRY_AFTER_S)
