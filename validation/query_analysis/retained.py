"""Query analyses as something to be forgotten after a time (`validation.domain.operations.retention`)."""

from __future__ import annotations

from validation.models import QueryAnalysisRecord
from validation.platform.retention.retained import RowsByAge
from validation.query_analysis.gate.result import QUERY_ANALYSIS


class QueryAnalyses(RowsByAge):
    name = "query_analyses"
    told = "Query analyses"
    model = QueryAnalysisRecord
    gate = QUERY_ANALYSIS
