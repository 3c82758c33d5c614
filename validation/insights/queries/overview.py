"""Figures of the overview: open work, and how judging goes. Reads no bodies, no query in a loop."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import Case, Count, Min, Q, When

from validation.desk.queries.counts import unsettled_work
from validation.desk.queries.queue import show_as_audits, snoozed
from validation.domain.attempt import UNDECIDED, Route
from validation.domain.estimates.shares import percentile
from validation.domain.intervention import Priority
from validation.models import Attempt, Intervention, Judgement
from validation.platform.paging.filters import given, in_pipeline
from validation.platform.processes import judging_seen_at
from validation.platform.tallies.read import TallyScope, tallied
from validation.platform.tallies.source import ALL

QUEUE_SHOWN = 8
_QUEUE_COLUMNS = ("kind", "priority", "title", "why", "cause", "count", "due_at", "escalated", "subject_id")
_LATENCIES = 2000
_WORKER_SILENT = timedelta(minutes=2)


@dataclass(frozen=True, slots=True)
class Queue:
    rows: tuple[Intervention, ...]
    open: int
    overdue: int
    by_priority: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Decisions:
    """Counts by route; `halted` is separate, since a halt is not a decision."""

    by_route: tuple[tuple[str, int], ...]
    decided: int
    halted: int

    @property
    def halted_share(self) -> float | None:
        """None if nothing was judged."""
        judged = self.decided + self.halted
        return self.halted / judged if judged else None


@dataclass(frozen=True, slots=True)
class Latency:
    """Milliseconds over the latest `n` judgements in the range."""

    n: int
    p50: float | None
    p95: float | None


@dataclass(frozen=True, slots=True)
class JudgeHealth:
    """`causes` of halts with their counts, most frequent first."""

    judge: str
    model: str
    made: int
    causes: tuple[tuple[str, int], ...]

    @property
    def halted(self) -> int:
        return sum(n for _, n in self.causes)

    @property
    def halted_share(self) -> float:
        return self.halted / self.made


@dataclass(frozen=True, slots=True)
class Backlog:
    """Attempts waiting for a judgement, and whether a worker is running."""

    waiting: int
    oldest: datetime | None
    worker_seen_at: datetime | None
    worker_silent: bool


def queue(*, pipeline: str, now: datetime, seen: Q = ALL, hidden: frozenset[UUID] = frozenset()) -> Queue:
    """The first interventions matching `seen`, by priority and due time. `holder` is None after a claim has expired;
    interventions about a `hidden` attempt are shown as audits."""
    unsettled = unsettled_work().filter(~snoozed(now), in_pipeline(pipeline), seen)
    counted = unsettled.aggregate(
        open=Count("id"),
        overdue=Count("id", filter=Q(due_at__lt=now)),
        **{priority.value: Count("id", filter=Q(priority=priority)) for priority in Priority},
    )
    with_holder = unsettled.annotate(holder=Case(When(claimed_until__gt=now, then="claimed_by")))
    rows = tuple(with_holder.order_by("priority_rank", "due_at", "id").only(*_QUEUE_COLUMNS)[:QUEUE_SHOWN])
    show_as_audits(rows, hidden)
    shares = tuple((priority.value, counted[priority.value]) for priority in Priority if counted[priority.value])
    return Queue(rows, counted["open"], counted["overdue"], shares)


def decisions(scope: TallyScope) -> Decisions:
    counts = {one.key[0]: one.n for one in tallied("attempt", scope, "kind")}
    routes = (Route.APPROVE, Route.REVISE, Route.RETRY, Route.FAIL)
    return Decisions(
        by_route=tuple((route.value, counts.get(route.value, 0)) for route in routes),
        decided=sum(counts.get(route.value, 0) for route in routes),
        halted=counts.get(Route.HALT.value, 0),
    )


def latency(scope: TallyScope) -> Latency:
    """Over the latest judgements in the range."""
    judgements = Judgement.objects.filter(
        in_pipeline(scope.pipeline), comparison=False, **given(made_at__gte=scope.since)
    )
    values = list(judgements.order_by("-made_at").values_list("latency_ms", flat=True)[:_LATENCIES])
    return Latency(len(values), percentile(values, 0.5), percentile(values, 0.95))


def judges(scope: TallyScope) -> tuple[JudgeHealth, ...]:
    made = {one.key: one.n for one in tallied("judgement", scope, "judge", "model")}
    halted: defaultdict[tuple[str, str], list[tuple[str, int]]] = defaultdict(list)
    for (judge, model, cause), n, *_ in tallied("judgement_halt", scope, "judge", "model", "kind"):
        halted[judge, model].append((cause, n))
    return tuple(
        JudgeHealth(key[0], key[1], n, tuple(sorted(halted[key], key=lambda counted: (-counted[1], counted[0]))))
        for key, n in made.items()
    )


def backlog(*, pipeline: str, now: datetime) -> Backlog:
    waiting = Attempt.objects.filter(in_pipeline(pipeline), state__in=UNDECIDED)
    found = waiting.aggregate(waiting=Count("id"), oldest=Min("submitted_at"))
    seen = judging_seen_at(now)
    silent = seen is None or now - seen > _WORKER_SILENT
    return Backlog(found["waiting"], found["oldest"], seen, silent)
