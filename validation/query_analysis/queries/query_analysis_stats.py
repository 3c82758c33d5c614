"""Statistics of the query-analysis gate (spec 2, section 9), counted by the database."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Case, Count, F, Max, Q, QuerySet, TextField, Value, When, Window
from django.db.models.functions import RowNumber

from validation.domain.estimates.agreement import MeasuredValue, TwoByTwo, share
from validation.domain.lru_cache import LruCache
from validation.insights.queries.over_time import OverTime, count_over_time
from validation.models import QueryAnalysisIssue, QueryAnalysisRecord
from validation.platform.fingerprints import fingerprint
from validation.platform.tallies.read import TallyScope, tallied
from validation.platform.tallies.source import Measure, Source
from validation.query_analysis.gate.analysis import Resolution
from validation.query_analysis.gate.result import Status
from validation.query_analysis.queries.query_analyses import AnalysisFilter, wanted_analyses

SHOWN_ISSUES = 12
ISSUES_READ = 5_000
"""Number of newest issues in which recurring ones are searched."""
SHOWN_WORDINGS = 4
_BESIDE = {"analysis_failed": ("kind",), "analysis_exhausted": ()}
_FAILED = Q(reference_status=Resolution.FAILED) & ~Q(status="")

ANALYSES = Source(
    name="analyses",
    rows=QueryAnalysisRecord.objects.all,
    clock=QueryAnalysisRecord,
    at="at",
    measures={
        "analysis": Measure(kind="status"),
        "analysis_exhausted": Measure(only=Q(retry_number__isnull=False, retry_allowed=False)),
        "analysis_failed": Measure(kind="status", only=_FAILED),
    },
)


@dataclass(frozen=True, slots=True)
class StatusShare:
    status: Status
    count: int
    share: MeasuredValue


@dataclass(frozen=True, slots=True)
class RecurringIssue:
    """Issues of the same meaning. `topic` is empty for an issue that is not sorted yet, a group of its own; `count` is
    the number of analyses; `examples` are the most frequent of the `wordings`, each with its count; `record_id`,
    `query` and `at` are of the latest analysis."""

    topic: str
    code: str
    count: int
    wordings: int
    examples: tuple[tuple[str, int], ...]
    record_id: UUID
    query: str
    at: datetime


@dataclass(frozen=True, slots=True)
class AnalysisStats:
    """`n` counts decisions; halts are counted separately. In `failed_against_clarify` failed resolution is the first
    fact, clarify the second."""

    n: int
    halted: int
    exhausted: int
    statuses: tuple[StatusShare, ...]
    over_time: OverTime
    issues: tuple[RecurringIssue, ...]
    failed_against_clarify: TwoByTwo


def analysis_stats(wanted: AnalysisFilter) -> AnalysisStats:
    """Uses a fixed number of statements."""
    scope = TallyScope(pipeline=wanted.pipeline, since=wanted.since, until=wanted.until)
    over_time = count_over_time("analysis", scope, _BESIDE)
    counts, failed = (_by_status(measure, scope) for measure in ("analysis", "analysis_failed"))
    n, all_failed = counts.total() - counts[""], failed.total()
    both, clarify = failed[Status.CLARIFY], counts[Status.CLARIFY]
    return AnalysisStats(
        n=n,
        halted=counts[""],
        exhausted=sum(one.n for one in tallied("analysis_exhausted", scope)),
        statuses=tuple(StatusShare(status, counts[status], share(counts[status], n)) for status in Status),
        over_time=over_time,
        issues=_recurring_issues(wanted),
        failed_against_clarify=TwoByTwo(both, all_failed - both, clarify - both, n - all_failed - clarify + both),
    )


def _by_status(measure: str, scope: TallyScope) -> Counter[str]:
    """Halted analyses have the empty status."""
    return Counter({one.key[0]: one.n for one in tallied(measure, scope, "kind")})


_issues: LruCache[tuple[str, int], tuple[RecurringIssue, ...]] = LruCache(8)


def _recurring_issues(wanted: AnalysisFilter) -> tuple[RecurringIssue, ...]:
    """One group per topic, and one per distinct message that is not sorted yet. Cached until issues are added, sorted
    or deleted."""
    newest = QueryAnalysisIssue.objects.order_by("-pk").values_list("pk", flat=True)
    oldest = next(iter(newest[ISSUES_READ - 1 : ISSUES_READ]), 0)  # a key, from which the planner can estimate rows
    raised = QueryAnalysisIssue.objects.filter(pk__gte=oldest).order_by()
    if wanted != AnalysisFilter():
        raised = raised.filter(record__in=wanted_analyses(wanted))
    seen = fingerprint(raised.order_by("pk"), "pk", "topic", "record_id")
    return _issues.get_or_make(seen, lambda: _grouped(raised))


def _grouped(raised: QuerySet[QueryAnalysisIssue]) -> tuple[RecurringIssue, ...]:
    raised = raised.annotate(words=Case(When(topic="", then="message"), default=Value(""), output_field=TextField()))
    counted = raised.values("topic", "words").annotate(
        count=Count("record", distinct=True), wordings=Count("message", distinct=True), last=Max("pk")
    )
    groups = list(counted.order_by("-count", "topic", "words")[:SHOWN_ISSUES])
    examples = _examples(raised, [group["topic"] for group in groups if group["topic"]])
    last = QueryAnalysisIssue.objects.select_related("record").in_bulk([group["last"] for group in groups])
    return tuple(_recurring(group, last[group["last"]], examples[group["topic"]]) for group in groups)


def _examples(raised: QuerySet[Any], topics: list[str]) -> defaultdict[str, list[tuple[str, int]]]:
    """The most frequent messages of each topic, ranked by the database."""
    counted = raised.filter(topic__in=topics).values("topic", "message").annotate(n=Count("pk"))
    place = Window(RowNumber(), partition_by="topic", order_by=[F("n").desc(), F("message").asc()])
    found: defaultdict[str, list[tuple[str, int]]] = defaultdict(list)
    for row in counted.annotate(place=place).filter(place__lte=SHOWN_WORDINGS).order_by("topic", "place"):
        found[row["topic"]].append((row["message"], row["n"]))
    return found


def _recurring(group: Mapping[str, Any], last: QueryAnalysisIssue, examples: list[tuple[str, int]]) -> RecurringIssue:
    return RecurringIssue(
        topic=group["topic"],
        code=last.code,
        count=group["count"],
        wordings=group["wordings"],
        examples=tuple(examples) if group["topic"] else ((last.message, group["count"]),),
        record_id=last.record_id,
        query=last.record.query,
        at=last.record.at,
    )
