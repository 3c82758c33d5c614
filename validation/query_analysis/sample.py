"""Sample data of the query-analysis gate: analyses of queries, judged by the gate when loaded; `expected` is the
expected status."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from django.db import transaction

from validation.models import Intervention, Pipeline, Policy, QueryAnalysisRecord
from validation.platform.events.forget import forget_events
from validation.platform.keys import pipeline_named
from validation.platform.policies import policy_in_force
from validation.platform.sample import PIPELINE, SampleLine
from validation.query_analysis.actions.query_analyses import (
    AnalysisSubmission,
    judge_query_analysis,
    record_query_analysis,
)

_NOT_NEEDED: dict[str, Any] = {"status": "not_needed", "original_references": [], "resolved_to": None}


class SampleAnalysis(SampleLine):
    """One analysis of a query. `changed` overrides fields of a coherent analysis."""

    turn_id: str
    query: str
    days: float
    expected: str
    changed: dict[str, Any] = {}


ANALYSES = SampleAnalysis.read(Path(__file__).with_suffix(".jsonl"))
"""The last one is the second retry of its turn, so it opens an intervention."""


class QueryAnalysisSample:
    label = "query analyses"

    @transaction.atomic
    def load(self, *, now: datetime) -> None:
        if self.size():
            return
        pipeline, policy = pipeline_named(PIPELINE, now=now), policy_in_force()
        for analysed in ANALYSES:
            _analyse(analysed, pipeline, policy, now - timedelta(days=analysed.days))

    @transaction.atomic
    def remove(self, *, by: str, now: datetime) -> None:  # noqa: ARG002 - the caller records the removal
        analyses = [str(pk) for pk in QueryAnalysisRecord.objects.filter(sample=True).values_list("pk", flat=True)]
        work = Intervention.objects.filter(occurrences__subject_id__in=analyses, sample=True)
        forget_events("query_analysis", analyses)
        forget_events("intervention", list(work.values_list("pk", flat=True)))
        work.delete()
        QueryAnalysisRecord.objects.filter(sample=True).delete()

    def size(self) -> int:
        return QueryAnalysisRecord.objects.filter(sample=True).count()


def _analyse(analysed: SampleAnalysis, pipeline: Pipeline, policy: Policy, at: datetime) -> None:
    analysis = {
        "resolved_query": analysed.query,
        "user_purpose": "answer_question",
        "data_requirements": {"needs_live_data": True},
        "mode": "chat",
        "reference_resolution": _NOT_NEEDED,
        **analysed.changed,
    }
    submission = AnalysisSubmission(analysed.query, analysis, analysed.turn_id)
    timed = judge_query_analysis(submission, llm_client=None)
    record_query_analysis(
        pipeline=pipeline, submission=submission, timed=timed, policy=policy, by=PIPELINE, now=at, sample=True
    )
