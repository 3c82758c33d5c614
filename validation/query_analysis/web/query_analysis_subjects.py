"""Query analyses as the review desk sees them (`validation.domain.subjects`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from validation.domain.approval import ApprovalConcern
from validation.domain.subjects import Described
from validation.query_analysis.queries.query_analyses import approval_concerns_of, described


class QueryAnalysisSubjects:
    def describe(self, ids: Sequence[str]) -> Mapping[str, Described]:
        return described(ids)

    def approval_concerns(self, subject_id: str) -> tuple[ApprovalConcern, ...] | None:
        return approval_concerns_of(subject_id)
