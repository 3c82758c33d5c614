"""How retrieval does in use: qualities over time, and the targets of spec 5 beside what was measured here.

Reviewers' feedback is the only truth known in use, so the shares over it say their n and their interval. What halted
is no decision and stands apart.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery

from retrieval.domain.result import AnswerPresent, Quality
from retrieval.models import Retrieval, RetrievalFeedback
from retrieval.queries.retrievals import RetrievalFilter, wanted_retrievals
from validation.domain.attempt import UNDECIDED, AttemptState
from validation.domain.estimates.agreement import MeasuredValue, share, spearman
from validation.domain.estimates.shares import percentile
from validation.domain.verdict import Decision
from validation.insights.queries.over_time import OverTime, count_over_time
from validation.models import Attempt
from validation.platform.tallies.read import TallyScope, tallied
from validation.platform.tallies.source import Measure, Source

LINKED = 1_000
"""The newest retrievals whose draft is looked up for the rank correlation: each is looked up by itself."""
_BESIDE = {f"retrieval_{name}": () for name in ("answered", "reused", "quoted", "verbatim", "dropped")}
SMALL_SET = 20
"""Chunks of a set for which the specification limits the time."""
LIMIT_MS = 2_000
_TIMED = 2_000
_QUALITY_RANK = {Quality.POOR: 0, Quality.PARTIAL: 1, Quality.GOOD: 2}
_DECISION_RANK = {Decision.FAIL: 0, Decision.RETRY: 1, Decision.REVISE: 2, Decision.APPROVE: 3}
RETRIEVALS = Source(
    name="retrievals",
    rows=lambda: Retrieval.objects.filter(state__in=[AttemptState.DECIDED, AttemptState.HALTED]),
    clock=Retrieval,
    at="submitted_at",
    measures={
        "retrieval": Measure(kind="quality"),
        "retrieval_answered": Measure(only=Q(answer_present=AnswerPresent.YES)),
        "retrieval_reused": Measure(only=Q(reused=True)),
        "retrieval_quoted": Measure(total="quotes"),
        "retrieval_verbatim": Measure(total="verbatim"),
        "retrieval_dropped": Measure(total="dropped"),
    },
)


@dataclass(frozen=True, slots=True)
class Target:
    """One success criterion of spec 5 beside what was measured. `kind` tells shares, coefficients and milliseconds
    apart."""

    code: str
    said: str
    target: float
    kind: str
    measured: MeasuredValue
    basis: str

    @property
    def met(self) -> bool | None:
        value = self.measured.value
        if value is None:
            return None
        return value < self.target if self.kind == "milliseconds" else value >= self.target


@dataclass(frozen=True, slots=True)
class Downstream:
    """`table[quality][decision]` counts retrievals by the decision on the first draft that followed in their turn."""

    table: dict[str, dict[str, int]]
    correlation: MeasuredValue


@dataclass(frozen=True, slots=True)
class RetrievalStats:
    """`n` counts what was decided."""

    n: int
    halted: int
    undecided: int
    reused: int
    answered: int
    dropped: int
    qualities: tuple[tuple[Quality, int], ...]
    over_time: OverTime
    downstream: Downstream
    targets: tuple[Target, ...]


def retrieval_stats(wanted: RetrievalFilter) -> RetrievalStats:
    """A fixed number of statements, whatever the number of rows."""
    rows = wanted_retrievals(wanted)
    scope = TallyScope(pipeline=wanted.pipeline, since=wanted.since, until=wanted.until)
    over_time = count_over_time("retrieval", scope, _BESIDE)
    qualities = {one.key[0]: one.n for one in tallied("retrieval", scope, "kind")}
    downstream = _downstream(rows)
    return RetrievalStats(
        n=sum(qualities.get(quality, 0) for quality in Quality),
        halted=qualities.get("", 0),
        undecided=rows.filter(state__in=[state.value for state in UNDECIDED]).count(),
        reused=_count("retrieval_reused", scope),
        answered=_count("retrieval_answered", scope),
        dropped=_sum("retrieval_dropped", scope),
        qualities=tuple((quality, qualities.get(quality, 0)) for quality in Quality),
        over_time=over_time,
        downstream=downstream,
        targets=_targets(rows, scope, downstream),
    )


def _count(measure: str, scope: TallyScope) -> int:
    return sum(one.n for one in tallied(measure, scope))


def _sum(measure: str, scope: TallyScope) -> int:
    return int(sum(one.total for one in tallied(measure, scope)))


def _downstream(rows: QuerySet[Retrieval]) -> Downstream:
    """A RETRY fetches anew under the same turn, so each retrieval is paired with the first draft submitted after it,
    not with how the turn ended."""
    following = Attempt.objects.filter(
        turn__pipeline=OuterRef("pipeline"),
        turn__turn_id=OuterRef("turn_id"),
        submitted_at__gte=OuterRef("submitted_at"),
    ).order_by("number")
    linked = rows.filter(state=AttemptState.DECIDED).exclude(turn_id="")
    newest = linked.order_by("-submitted_at").annotate(then=Subquery(following.values("decision")[:1]))
    pairs = [(quality, then) for quality, then in newest.values_list("quality", "then")[:LINKED] if then]
    table = Counter(pairs)
    return Downstream(
        {
            quality.value: {
                decision.value: table[quality.value, decision.value] for decision in reversed(_DECISION_RANK)
            }
            for quality in Quality
        },
        spearman(
            [float(_QUALITY_RANK[Quality(quality)]) for quality, _ in pairs],
            [float(_DECISION_RANK[Decision(then)]) for _, then in pairs],
        ),
    )


def _targets(rows: QuerySet[Retrieval], scope: TallyScope, downstream: Downstream) -> tuple[Target, ...]:
    feedback = _feedback(rows)
    verbatim, quoted, slowest = _sum("retrieval_verbatim", scope), _sum("retrieval_quoted", scope), _p95(rows)
    return (
        Target("SC-001", "Relevance as reviewers see it", 0.95, "share", feedback["chunks"], "chunks with feedback"),
        Target("SC-002", "p95 of sets up to 20 chunks", LIMIT_MS, "milliseconds", slowest, "sets judged, newest first"),
        Target("SC-003", "Yes that reviewers confirm", 0.98, "share", feedback["yes"], "Yes with feedback"),
        Target("SC-004", "Answers that the gate found", 0.90, "share", feedback["found"], "answers that reviewers see"),
        Target("SC-005", "Quotes that are verbatim", 1.0, "share", share(verbatim, quoted), "quotes"),
        Target(
            "SC-007",
            "Rank correlation with the decision that followed",
            0.85,
            "coefficient",
            downstream.correlation,
            "retrievals whose turn had a decided draft",
        ),
    )


def _feedback(rows: QuerySet[Retrieval]) -> dict[str, MeasuredValue]:
    chunk, answer = Q(position__gt=0), Q(position=0)
    agree = Q(holds=True, gate_said=True) | Q(holds=False, gate_said=False)
    counts = (
        RetrievalFeedback.objects.filter(retrieval__in=rows.order_by().values("pk"))
        .order_by()
        .aggregate(
            chunks=Count("pk", filter=chunk),
            chunks_agreed=Count("pk", filter=chunk & agree),
            yes=Count("pk", filter=answer & Q(gate_said=True)),
            there=Count("pk", filter=answer & Q(holds=True)),
            both=Count("pk", filter=answer & Q(gate_said=True, holds=True)),
        )
    )
    return {
        "chunks": share(counts["chunks_agreed"], counts["chunks"]),
        "yes": share(counts["both"], counts["yes"]),
        "found": share(counts["both"], counts["there"]),
    }


def _p95(rows: QuerySet[Retrieval]) -> MeasuredValue:
    """Over the newest sets that were judged here, reused ones left out."""
    judged = rows.filter(state=AttemptState.DECIDED, reused=False, chunks__lte=SMALL_SET)
    newest = judged.order_by("-submitted_at").values_list("elapsed_ms", flat=True)[:_TIMED]
    times = [time for time in newest if time is not None]
    return MeasuredValue(percentile(times, 0.95), None, None, len(times))
