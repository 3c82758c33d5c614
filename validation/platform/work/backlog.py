"""How many rows of each pipeline wait to be judged, over all gates. It decides the priority of new submissions, and
whether more are accepted. All pipelines are counted in one statement, at most every few seconds."""

from __future__ import annotations

import threading
from collections import Counter, defaultdict
from collections.abc import Collection, Hashable, Iterator, Sequence
from itertools import groupby
from time import monotonic
from typing import Any, TypeVar

from django.conf import settings
from django.db.models import Count, F, QuerySet

from validation.domain.attempt import AttemptState
from validation.domain.codes.problems import ProblemCode
from validation.domain.operations.backlog import Urgency, urgency_of
from validation.platform.work.idempotency import are_known
from validation.platform.work.leased_work import KINDS, WorkKind

COUNTED_EVERY_S = 2.0
SHARE = 20
"""Counting may take at most 1/SHARE of the time."""
RETRY_AFTER_S = 10


class _Backlog:
    """The last count, plus what this process has added since."""

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


def _count() -> Counter[int]:
    """One statement."""
    queued = [
        kind.model._default_manager.filter(state=AttemptState.QUEUED)
        .values(owner=F("pipeline"))
        .annotate(number=Count("pk"))
        .order_by()
        for kind in KINDS.values()
    ]
    counted: Counter[int] = Counter()
    for row in queued[0].union(*queued[1:], all=True):
        counted[row["owner"]] += row["number"]
    return counted


_backlog = _Backlog()

Key = TypeVar("Key", bound=Hashable)


def rank_new(pipeline: int, keys: Sequence[Key]) -> Iterator[tuple[Urgency, list[Key]]]:
    """Priorities of new submissions, which queue behind what the pipeline has waiting. Adds them to the count."""
    waiting = _backlog.of(pipeline)
    _backlog.add(pipeline, len(keys))
    return _rank(keys, behind=waiting)


def rank_known(kind: WorkKind, keys: Sequence[Key]) -> Iterator[tuple[Urgency, list[Key]]]:
    """Priorities of requeued rows: the first rows of each pipeline are equally urgent. One statement, none for a single
    row."""
    if len(keys) == 1:
        yield Urgency.NOW, list(keys)
        return
    rows: QuerySet[Any] = kind.model._default_manager.filter(pk__in=keys)
    owners = {str(pk): pipeline for pk, pipeline in rows.values_list("pk", "pipeline")}
    owned = defaultdict(list)
    for key in keys:
        owned[owners.get(str(key))].append(key)
    for own in owned.values():
        yield from _rank(own, behind=0)


def _rank(keys: Sequence[Key], *, behind: int) -> Iterator[tuple[Urgency, list[Key]]]:
    places = groupby(enumerate(keys, behind + 1), key=lambda placed: urgency_of(placed[0]))
    return ((urgency, [key for _, key in placed]) for urgency, placed in places)


def check_backlog(pipeline: int, *, resource: str = "", keys: Collection[str | None] = ()) -> None:
    """Raises TooMany `backlog_full`, unless the idempotency keys are all known: then nothing is added. A limit of 0
    means no limit."""
    limit = settings.COUNTERSIGN_BACKLOG_LIMIT
    waiting = _backlog.of(pipeline) if limit else 0
    if limit and waiting >= limit and not are_known(keys, pipeline=pipeline, resource=resource):
        raise ProblemCode.BACKLOG_FULL.error(retry_after=RETRY_AFTER_S, waiting=waiting, limit=limit)
