"""What the insights show: counts and sums made in SQL, a fixed number of statements, no body read.

Decisions are those of attempts, by the time of their submission; checks, halts and latency are those of
judgements, by the time they were made. Judgements kept for comparison never count; what calls took is told by
`validation.insights.queries.calls`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil
from typing import Any, TypeVar

from django.db.models import Count, F, Min, Model, Q, QuerySet
from django.db.models.fields import FloatField, IntegerField
from django.db.models.functions import Cast, Floor, TruncDay, TruncHour, TruncWeek

from validation.domain.attempt import AttemptState
from validation.models import Attempt, CheckRecord, Judgement, Turn

M = TypeVar("M", bound=Model)
BINS = 20
"""Bins of the confidence histogram, each 0.05 wide; the last holds 1.0."""
LATENCY_EDGES = (50, 100, 200, 500, 1000, 2000, 5000, 10_000, 30_000)
"""Upper edges in milliseconds; a last bucket holds what took longer."""
_HOURLY_UP_TO = timedelta(hours=49)
_DAILY_UP_TO = timedelta(days=183)
_MOST_PIPELINES = 30
_LOOPS_SHOWN = 6


@dataclass(frozen=True, slots=True)
class InsightScope:
    """Empty and None mean all."""

    now: datetime
    pipeline: str = ""
    judge: str = ""
    since: datetime | None = None
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class Counted:
    """`n` things of one kind in one place: what the axes of a chart are made of."""

    place: Any
    kind: str
    n: int


@dataclass(frozen=True, slots=True)
class LatencyRow:
    """`counts` by bucket of LATENCY_EDGES and one more; p50 and p95 are milliseconds that were measured."""

    judge: str
    n: int
    counts: tuple[int, ...]
    p50: int
    p95: int


def _attempts(scope: InsightScope) -> QuerySet[Attempt]:
    rows = Attempt.objects.filter(state__in=[AttemptState.DECIDED, AttemptState.HALTED])
    if scope.pipeline:
        rows = rows.filter(turn__pipeline__name=scope.pipeline)
    if scope.judge:
        rows = rows.filter(judgements__number=F("judgement_number"), judgements__judge=scope.judge)
    return _within(rows, "submitted_at", scope)


def _judgements(scope: InsightScope) -> QuerySet[Judgement]:
    rows = Judgement.objects.filter(comparison=False)
    if scope.pipeline:
        rows = rows.filter(attempt__turn__pipeline__name=scope.pipeline)
    if scope.judge:
        rows = rows.filter(judge=scope.judge)
    return _within(rows, "made_at", scope)


def _within(rows: QuerySet[M], field: str, scope: InsightScope) -> QuerySet[M]:
    if scope.since:
        rows = rows.filter(**{f"{field}__gte": scope.since})
    return rows.filter(**{f"{field}__lt": scope.until}) if scope.until else rows


def judge_names() -> tuple[str, ...]:
    return tuple(Judgement.objects.order_by("judge").values_list("judge", flat=True).distinct()[:20])


def span_of(scope: InsightScope) -> str:
    """`hour`, `day` or `week`: how wide a bar of a chart over time is."""
    since = scope.since or Attempt.objects.aggregate(first=Min("submitted_at"))["first"] or scope.now
    age = (scope.until or scope.now) - since
    if age <= _HOURLY_UP_TO:
        return "hour"
    return "day" if age <= _DAILY_UP_TO else "week"


TRUNC = {"hour": TruncHour, "day": TruncDay, "week": TruncWeek}


def decisions_over_time(scope: InsightScope, span: str) -> tuple[Counted, ...]:
    rows = _attempts(scope).annotate(bar=TRUNC[span]("submitted_at")).order_by("bar").values_list("bar", "route")
    return _counted(rows.annotate(made=Count("pk")))


def decisions_by_pipeline(scope: InsightScope) -> tuple[Counted, ...]:
    rows = _attempts(scope).order_by("turn__pipeline__name").values_list("turn__pipeline__name", "route")
    return _counted(rows.annotate(made=Count("pk"))[: _MOST_PIPELINES * 5])


def decisions_by_judge(scope: InsightScope) -> tuple[Counted, ...]:
    """Decisions before policy limits; a halt counts as HALT."""
    rows = _judgements(scope).order_by("judge").values_list("judge", "decision").annotate(made=Count("pk"))
    return tuple(Counted(judge, decision or "HALT", made) for judge, decision, made in rows)


def confidence_bins(scope: InsightScope) -> tuple[Counted, ...]:
    """`place` is a bin from 0 to BINS - 1, `kind` the decision."""
    scaled = Cast(Floor(F("confidence") * float(BINS) + 1e-9, output_field=FloatField()), IntegerField())
    rows = _attempts(scope).filter(state=AttemptState.DECIDED).annotate(bin=scaled).order_by("bin")
    counted = _counted(rows.values_list("bin", "decision").annotate(made=Count("pk")))
    return tuple(Counted(min(one.place, BINS - 1), one.kind, one.n) for one in counted)


def check_states(scope: InsightScope) -> tuple[Counted, ...]:
    held = CheckRecord.objects.filter(judgement__in=_judgements(scope))
    return _counted(held.order_by("name").values_list("name", "state").annotate(made=Count("pk")))


def halts_by_cause(scope: InsightScope) -> tuple[Counted, ...]:
    rows = _judgements(scope).exclude(halt_cause="").order_by("halt_cause").values_list("halt_cause", "judge")
    return _counted(rows.annotate(made=Count("pk")))


def turns_by_attempts(scope: InsightScope) -> tuple[Counted, ...]:
    """How many attempts a turn took, by the route of its last; the last place holds that many and more."""
    turns = Turn.objects.exclude(last_route="")
    if scope.pipeline:
        turns = turns.filter(pipeline__name=scope.pipeline)
    turns = _within(turns, "updated_at", scope)
    rows = turns.order_by("attempts_made").values_list("attempts_made", "last_route").annotate(made=Count("pk"))
    return tuple(Counted(min(made, _LOOPS_SHOWN), route, n) for made, route, n in rows)


def latencies(scope: InsightScope) -> tuple[LatencyRow, ...]:
    """One row a judge; one statement for all of them and two for each."""
    edges = (0, *LATENCY_EDGES, None)
    buckets = {f"bucket_{at}": Count("pk", filter=_between(edges[at], edges[at + 1])) for at in range(len(edges) - 1)}
    rows = _judgements(scope).order_by("judge").values("judge").annotate(n=Count("pk"), **buckets)
    found: list[Any] = list(rows)[:10]
    return tuple(
        LatencyRow(
            judge=row["judge"],
            n=row["n"],
            counts=tuple(row[name] for name in buckets),
            p50=_nearest_rank(scope, row["judge"], row["n"], 0.5),
            p95=_nearest_rank(scope, row["judge"], row["n"], 0.95),
        )
        for row in found
    )


def _between(low: int | None, high: int | None) -> Q:
    from_low = Q(latency_ms__gte=low)
    return from_low if high is None else from_low & Q(latency_ms__lt=high)


def _nearest_rank(scope: InsightScope, judge: str, n: int, share: float) -> int:
    ordered = _judgements(scope).filter(judge=judge).order_by("latency_ms").values_list("latency_ms", flat=True)
    return ordered[max(0, ceil(share * n) - 1)]


def attempts_by_policy(numbers: Sequence[int]) -> dict[int, int]:
    rows = Attempt.objects.filter(policy__in=numbers).order_by().values_list("policy").annotate(made=Count("pk"))
    return dict(rows)


def _counted(rows: Any) -> tuple[Counted, ...]:
    return tuple(Counted(*row) for row in rows)
