"""Figures of the insights, from tallies plus the rows not tallied yet; reads no bodies.

Decisions are of attempts, by time of submission; checks, halts and latency are of judgements, by the time they were
made. Judgements for comparisons never count. Costs of calls are in `validation.insights.queries.calls`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from math import ceil
from typing import Any

from validation.models import Pipeline
from validation.platform.tallies.read import TallyScope, first_at, load_sums, tallied
from validation.platform.tallies.source import SOURCE_OF, TallySum
from validation.response.queries.tallies import BINS as BINS

LATENCY_EDGES = (50, 100, 200, 500, 1000, 2000, 5000, 10_000, 30_000)
"""Upper edges in milliseconds; a last bucket holds longer ones. Each is an edge of LATENCY_BINS."""
STEPS = {"hour": timedelta(hours=1), "day": timedelta(days=1), "week": timedelta(weeks=1)}
"""Widths of the bars in charts over time."""
_HOURLY_UP_TO = timedelta(hours=49)
_DAILY_UP_TO = timedelta(days=183)
MOST_PIPELINES = 30
_MOST_POLICIES, _MOST_PROMPTS = 20, 20


@dataclass(frozen=True, slots=True)
class InsightScope(TallyScope):
    """`now` is the time of the request."""

    now: datetime = field(kw_only=True)


@dataclass(frozen=True, slots=True)
class KindCount:
    """`n` occurrences of one `kind` at one `place` of a chart."""

    place: Any
    kind: str
    n: int


@dataclass(frozen=True, slots=True)
class LatencyRow:
    """`counts` by bucket of LATENCY_EDGES plus a last one. p50 and p95 are the mean of the bin of LATENCY_BINS with
    that rank."""

    judge: str
    n: int
    counts: tuple[int, ...]
    p50: int
    p95: int


_IN_ALL = {
    "attempt": ("pipeline", "policy", "kind"),
    "confidence": ("bin", "kind"),
    "check": ("kind",),
    "turn": ("bin", "kind"),
    "judgement": ("judge", "prompt", "kind"),
    "judgement_halt": ("kind", "judge"),
    "latency": ("judge", "bin"),
    "call": ("bin", "kind"),
    "call_tokens_in": ("kind", "bin"),
    "call_tokens_out": ("kind", "bin"),
}
_OVER_TIME = {
    "attempt": ("at", "kind"),
    "call": ("at",),
    "call_tokens_in": ("at",),
    "call_tokens_out": ("at",),
    "call_cost": ("at", "kind"),
}


def load_page_sums(scope: InsightScope) -> None:
    """Reads the tallies of all charts in two passes, in total and over time; a single pass would return the product of
    bars, kinds and bins."""
    load_sums(scope, _IN_ALL, span="week")
    load_sums(scope, _OVER_TIME, span=span_of(scope))


def judge_names() -> tuple[str, ...]:
    return tuple(one.key[0] for one in tallied("judgement", TallyScope(), "judge"))[:20]


def span_of(scope: InsightScope) -> str:
    """`hour`, `day` or `week`: the width of bars in charts over time."""
    since = scope.since or first_at(SOURCE_OF["attempt"]) or scope.now
    age = (scope.until or scope.now) - since
    if age <= _HOURLY_UP_TO:
        return "hour"
    return "day" if age <= _DAILY_UP_TO else "week"


def decisions_over_time(scope: InsightScope, span: str) -> tuple[KindCount, ...]:
    return _counted(tallied("attempt", scope, "at", "kind", span=span))


def decisions_by_pipeline(scope: InsightScope) -> tuple[KindCount, ...]:
    """Attempts by route for the pipelines with most attempts, by name."""
    names = dict(Pipeline.objects.values_list("pk", "name"))
    counted = tallied("attempt", scope, "pipeline", "kind")
    most = _largest(counted, MOST_PIPELINES)
    kept = [KindCount(names.get(one.key[0], ""), one.key[1], one.n) for one in counted if one.key[0] in most]
    return tuple(sorted(kept, key=lambda one: (one.place, one.kind)))


def decisions_by_policy(scope: InsightScope) -> tuple[KindCount, ...]:
    """Attempts by route for the newest policies, latest first."""
    counted = tallied("attempt", scope, "policy", "kind")
    newest = sorted({number for (number, _), *_ in counted if number}, reverse=True)[:_MOST_POLICIES]
    kept = (one for one in counted if one.key[0] in newest)
    return tuple(
        sorted((KindCount(one.key[0], one.key[1], one.n) for one in kept), key=lambda one: (-one.place, one.kind))
    )


def decisions_by_prompt(scope: InsightScope) -> tuple[KindCount, ...]:
    """Judgements by decision for the most used prompts; halts count as HALT."""
    counted = [one for one in tallied("judgement", scope, "prompt", "kind") if one.key[0]]
    order = _largest(counted, _MOST_PROMPTS)
    kept = [KindCount(one.key[0], one.key[1] or "HALT", one.n) for one in counted if one.key[0] in order]
    return tuple(sorted(kept, key=lambda one: order.index(one.place)))


def _largest(counted: Iterable[TallySum], most: int) -> list[Any]:
    """The first parts of the keys with the largest sums, the largest first."""
    sums: Counter[Any] = Counter()
    for one in counted:
        sums[one.key[0]] += one.n
    return [first for first, _ in sums.most_common(most)]


def decisions_by_judge(scope: InsightScope) -> tuple[KindCount, ...]:
    """Decisions before policy limits; halts count as HALT."""
    return tuple(
        KindCount(judge, decision or "HALT", n)
        for (judge, decision), n, *_ in tallied("judgement", scope, "judge", "kind")
    )


def confidence_bins(scope: InsightScope) -> tuple[KindCount, ...]:
    """`place` is a bin from 0 to BINS - 1, `kind` the decision."""
    return _counted(tallied("confidence", scope, "bin", "kind"))


def check_states(scope: InsightScope) -> tuple[KindCount, ...]:
    split = ((*one.key[0].partition(":"), one.n) for one in tallied("check", scope, "kind"))
    return tuple(KindCount(name, state, n) for name, _, state, n in split)


def halts_by_cause(scope: InsightScope) -> tuple[KindCount, ...]:
    return _counted(tallied("judgement_halt", scope, "kind", "judge"))


def turns_by_attempts(scope: InsightScope) -> tuple[KindCount, ...]:
    """Number of attempts per turn, by the route of the last; the last place is open-ended."""
    return _counted(tallied("turn", scope, "bin", "kind"))


def latencies(scope: InsightScope) -> tuple[LatencyRow, ...]:
    """One row per judge, at most 10."""
    found: dict[str, list[TallySum]] = {}
    for one in tallied("latency", scope, "judge", "bin"):
        found.setdefault(one.key[0], []).append(one)
    return tuple(_latency_row(judge, bins) for judge, bins in list(found.items())[:10])


def _latency_row(judge: str, bins: Sequence[TallySum]) -> LatencyRow:
    edges = (0, *LATENCY_EDGES)
    counts = [0] * len(edges)
    for one in bins:
        counts[max(at for at, edge in enumerate(edges) if one.key[1] >= edge)] += one.n
    return LatencyRow(judge, sum(counts), tuple(counts), *(round(at_rank(bins, share) or 0) for share in (0.5, 0.95)))


def at_rank(bins: Sequence[TallySum], share: float) -> float | None:
    """The mean of the bin with the nearest rank of `share`; `bins` are in order. None without bins."""
    rank, reached = max(1, ceil(share * sum(one.n for one in bins))), 0
    for one in bins:
        reached += one.n
        if reached >= rank:
            return float(one.total / one.n)
    return None


def attempts_by_policy(numbers: Sequence[int]) -> dict[int, int]:
    """Counts over all time."""
    counted = tallied("attempt", TallyScope(), "policy")
    return {one.key[0]: one.n for one in counted if one.key[0] in numbers}


def _counted(sums: Iterable[TallySum]) -> tuple[KindCount, ...]:
    return tuple(KindCount(one.key[0], one.key[1], one.n) for one in sums)
