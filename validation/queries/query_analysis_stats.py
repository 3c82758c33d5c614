"""What spec 2 section 9 asks to observe of the query-analysis gate, counted by the database."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db.models import Count, Max, Min, Q
from django.db.models.functions import TruncDay, TruncHour

from validation.domain.agreement import Measured, TwoByTwo, phi, share
from validation.gates.query_analysis.analysis import Resolution
from validation.gates.query_analysis.observed import FailedAgainstClarify, IssueGroup, StatusShare, group_issues
from validation.gates.query_analysis.result import Status
from validation.models import QueryAnalysisIssue
from validation.queries.query_analyses import AnalysisFilter, wanted_analyses

MOST_WORDINGS = 1000
"""Different wordings that are grouped; rarer ones are left out."""
SHOWN_GROUPS = 12
MOST_BUCKETS = 120
"""Hours or days that are shown; of a longer time only its end."""
_HOURLY = timedelta(days=2)


@dataclass(frozen=True, slots=True)
class Bucket:
    """One hour or day, from `at` on."""

    at: datetime
    counts: dict[str, int]

    @property
    def n(self) -> int:
        return sum(self.counts.values())


@dataclass(frozen=True, slots=True)
class OverTime:
    """`hourly` when the rows span two days at most; buckets without rows are there too, oldest first."""

    hourly: bool
    buckets: tuple[Bucket, ...]


@dataclass(frozen=True, slots=True)
class RecurringIssue:
    """Issues of one meaning, the rule that raises them, and the last query they were raised on."""

    group: IssueGroup
    code: str
    record_id: UUID
    query: str
    at: datetime


@dataclass(frozen=True, slots=True)
class AnalysisStats:
    """`n` counts what was decided; halted ones stand apart, as no decision."""

    n: int
    halted: int
    exhausted: int
    statuses: tuple[StatusShare, ...]
    over_time: OverTime
    issues: tuple[RecurringIssue, ...]
    failed_against_clarify: FailedAgainstClarify


def analysis_stats(wanted: AnalysisFilter) -> AnalysisStats:
    """Four statements, whatever the number of rows."""
    counts = _counts(wanted)
    n = sum(counts[status.value] for status in Status)
    return AnalysisStats(
        n=n,
        halted=counts["halted"],
        exhausted=counts["exhausted"],
        statuses=tuple(StatusShare(status, counts[status.value], share(counts[status.value], n)) for status in Status),
        over_time=_over_time(wanted, counts["first"], counts["last"]),
        issues=_issues(wanted),
        failed_against_clarify=_against(counts, n),
    )


def _counts(wanted: AnalysisFilter) -> dict[str, Any]:
    failed, clarify = Q(reference_status=Resolution.FAILED), Q(status=Status.CLARIFY)
    return wanted_analyses(wanted).aggregate(
        **{status.value: Count("pk", filter=Q(status=status)) for status in Status},
        halted=Count("pk", filter=Q(status="")),
        exhausted=Count("pk", filter=Q(retry_number__isnull=False, retry_allowed=False)),
        failed=Count("pk", filter=failed & ~Q(status="")),
        failed_and_clarify=Count("pk", filter=failed & clarify),
        first=Min("at"),
        last=Max("at"),
    )


def _against(counts: dict[str, Any], n: int) -> FailedAgainstClarify:
    both, failed, clarify = counts["failed_and_clarify"], counts["failed"], counts[Status.CLARIFY.value]
    table = TwoByTwo(both, failed - both, clarify - both, n - failed - clarify + both)
    return FailedAgainstClarify(table, phi(table))


def _over_time(wanted: AnalysisFilter, first: datetime | None, last: datetime | None) -> OverTime:
    if first is None or last is None:
        return OverTime(False, ())
    hourly = last - first <= _HOURLY
    trunc = TruncHour if hourly else TruncDay
    rows = wanted_analyses(wanted).annotate(bucket=trunc("at")).values_list("bucket", "status").annotate(n=Count("pk"))
    found: dict[datetime, Counter[str]] = {}
    for bucket, status, count in rows.order_by("bucket"):
        found.setdefault(bucket, Counter())[status or "halted"] += count
    step = timedelta(hours=1) if hourly else timedelta(days=1)
    return OverTime(hourly, tuple(_filled(found, step)))


def _filled(found: dict[datetime, Counter[str]], step: timedelta) -> list[Bucket]:
    """No gaps: an hour without rows is an empty one, not a missing one."""
    last = max(found)
    places = min(int((last - min(found)) / step) + 1, MOST_BUCKETS)
    return [Bucket(at, dict(found.get(at, {}))) for at in (last - step * place for place in reversed(range(places)))]


def _issues(wanted: AnalysisFilter) -> tuple[RecurringIssue, ...]:
    raised = QueryAnalysisIssue.objects.filter(record__in=wanted_analyses(wanted)).order_by()
    counted = raised.values_list("message").annotate(n=Count("pk"), last=Max("pk")).order_by("-n", "message")
    by_message = {message: (n, last) for message, n, last in counted[:MOST_WORDINGS]}
    counts = Counter({message: n for message, (n, _) in by_message.items()})
    groups = group_issues(counts.elements())[:SHOWN_GROUPS]
    last = [by_message[group.example][1] for group in groups]
    shown = QueryAnalysisIssue.objects.select_related("record").in_bulk(last)
    return tuple(_recurring(group, shown[pk]) for group, pk in zip(groups, last, strict=True))


def _recurring(group: IssueGroup, example: QueryAnalysisIssue) -> RecurringIssue:
    record = example.record
    return RecurringIssue(group, example.code, record.pk, record.query, record.at)


def stats_resource(stats: AnalysisStats) -> dict[str, Any]:
    against = stats.failed_against_clarify
    table = against.table
    return {
        "n": stats.n,
        "halted": stats.halted,
        "retries_beyond_the_limit": stats.exhausted,
        "statuses": [
            {"status": one.status.value, "count": one.count, "share": measured(one.share)} for one in stats.statuses
        ],
        "over_time": {
            "step": "hour" if stats.over_time.hourly else "day",
            "buckets": [{"at": bucket.at, **bucket.counts} for bucket in stats.over_time.buckets],
        },
        "issues": [
            {
                "issue": one.group.template,
                "example": one.group.example,
                "count": one.group.count,
                "wordings": one.group.wordings,
                "code": one.code,
                "query_analysis": str(one.record_id),
            }
            for one in stats.issues
        ],
        "failed_resolution_against_clarify": {
            "failed_and_clarify": table.both,
            "failed_only": table.first_only,
            "clarify_only": table.second_only,
            "neither": table.neither,
            "phi": measured(against.phi),
        },
    }


def measured(figure: Measured) -> dict[str, float | int | None]:
    return {"value": figure.value, "low": figure.low, "high": figure.high, "n": figure.n}
