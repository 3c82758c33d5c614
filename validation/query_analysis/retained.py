"""Query analyses as something to be forgotten after a time (`validation.domain.operations.retention`)."""

from __future__ import annotations

from validation.domain.intervention import Gate
from validation.models import QueryAnalysisRecord
from validation.platform.retention.retained import RowsByAge


class QueryAnalyses(RowsByAge):
    name = "query_analyses"
    told = "Query analyses"
    model = QueryAnalysisRecord
    gate = Gate.QUERY_ANALYSIS
