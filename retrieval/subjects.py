"""Retrievals as the review desk sees them (`validation.domain.subjects`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils import timezone

from retrieval.actions.judging import put_back
from retrieval.queries.retrievals import approval_concerns_of, described
from retrieval.tasks import queue_retrieval
from validation.domain.approval import ApprovalConcern
from validation.domain.subjects import Described


class RetrievalSubjects:
    def describe(self, ids: Sequence[str]) -> Mapping[str, Described]:
        return described(ids)

    def approval_concerns(self, subject_id: str) -> tuple[ApprovalConcern, ...] | None:
        return approval_concerns_of(subject_id)

    def put_back(self, ids: Sequence[str]) -> Sequence[str]:
        return put_back(ids, now=timezone.now())

    def call(self, subject_id: str) -> None:
        queue_retrieval(subject_id)
