"""What spec 2 section 9 asks to observe of the query-analysis gate, counted by the database."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

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
class AnalysisStats:
    """`n` counts what was decided; halted ones stand apart, as no decision."""

    n: int
    halted: int
    exhausted: int
    statuses: tuple[StatusShare, ...]
    over_time: OverTime
    issues: tuple[IssueGroup, ...]
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
    first, last = min(found), max(found)
    places = int((last - first) / step) + 1
    return [Bucket(at, dict(found.get(at, {}))) for at in (first + step * place for place in range(places))]


def _issues(wanted: AnalysisFilter) -> tuple[IssueGroup, ...]:
    raised = QueryAnalysisIssue.objects.filter(record__in=wanted_analyses(wanted)).order_by()
    counted = raised.values_list("message").annotate(n=Count("pk")).order_by("-n", "message")[:MOST_WORDINGS]
    return group_issues(Counter(dict(counted)).elements())[:SHOWN_GROUPS]


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
            {"issue": group.template, "example": group.example, "count": group.count, "wordings": group.wordings}
            for group in stats.issues
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
