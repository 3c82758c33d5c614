"""What is tallied of the query-analysis gate."""

from __future__ import annotations

from django.db.models import Q

from validation.models import QueryAnalysisRecord
from validation.platform.tallies.source import Measure, Source
from validation.query_analysis.gate.analysis import Resolution

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
