"""What the query-analysis gate has in the sample story: analyses of queries. Every answer is the gate's own, made when
the story is loaded; `expected` is what it is expected to say."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from validation.models import Intervention, Pipeline, Policy, QueryAnalysisRecord
from validation.platform.keys import pipeline_named
from validation.platform.policies import policy_in_force
from validation.platform.retention import forget_events
from validation.query_analysis.actions.query_analyses import (
    AnalysisSubmission,
    judge_query_analysis,
    record_query_analysis,
)

PIPELINE = "showcase"
_NOT_NEEDED: dict[str, Any] = {"status": "not_needed", "original_references": [], "resolved_to": None}
_FAILED = {"status": "failed", "original_references": ["that one"], "resolved_to": None}


@dataclass(frozen=True, slots=True)
class Analysed:
    """One analysis of a query, `days` before now. `changed` is what phase 1 wrote otherwise than a coherent analysis
    would have it."""

    turn_id: str
    query: str
    days: float
    expected: str
    changed: dict[str, Any] = field(default_factory=dict)


ANALYSES = (
    Analysed("turn_000401", "which kettle under 40 EUR is quiet?", 13.41, "pass"),
    Analysed("turn_000407", "what changed in version 4 of the exporter?", 11.71, "pass"),
    Analysed(
        "turn_000411",
        "is the Merle city bike in stock today?",
        10.82,
        "retry",
        {"data_requirements": {"needs_live_data": False}},
    ),
    Analysed("turn_000411", "is the Merle city bike in stock today?", 10.81, "pass"),
    Analysed("turn_000416", "the cheapest", 9.4, "clarify"),
    Analysed("turn_000417", "send that one to Ines", 9.1, "clarify", {"reference_resolution": _FAILED}),
    Analysed("turn_000420", "fix the failing test in src/cart.py", 8.0, "clarify"),
    Analysed(
        "turn_000424",
        "why does src/cart.py round the total?",
        6.9,
        "retry",
        {"user_purpose": "explain_code"},
    ),
    Analysed("turn_000424", "why does src/cart.py round the total?", 6.89, "pass", {"mode": "code"}),
    Analysed(
        "turn_000428",
        "does the ferry to Halden take dogs?",
        5.2,
        "pass",
        {"reference_resolution": {**_FAILED, "original_references": []}},
    ),
    Analysed("turn_000435", "what is the latest price of copper?", 2.9, "retry", {"data_requirements": []}),
    Analysed("turn_000441", "what does it cost to renew a library card?", 1.2, "pass"),
    Analysed("turn_000445", "book that", 0.3, "clarify"),
    Analysed("turn_000449", "compare the two tents for a family of four", 0.12, "retry", {"user_purpose": ""}),
    Analysed(
        "turn_000449",
        "compare the two tents for a family of four",
        0.11,
        "retry",
        {"user_purpose": None, "mode": "browse"},
    ),
)
"""The last one is the second retry of its turn, so a person gets it."""


class QueryAnalysisSample:
    label = "query analyses"

    @transaction.atomic
    def load(self, *, now: datetime) -> None:
        if self.size():
            return
        pipeline, policy = pipeline_named(PIPELINE, now=now), policy_in_force()
        for told in ANALYSES:
            _analyse(told, pipeline, policy, now - timedelta(days=told.days))

    @transaction.atomic
    def remove(self, *, by: str, now: datetime) -> None:  # noqa: ARG002 - the story itself is what is audited
        analyses = [str(pk) for pk in QueryAnalysisRecord.objects.filter(sample=True).values_list("pk", flat=True)]
        work = Intervention.objects.filter(occurrences__subject_id__in=analyses, sample=True)
        forget_events("query_analysis", analyses)
        forget_events("intervention", list(work.values_list("pk", flat=True)))
        work.delete()
        QueryAnalysisRecord.objects.filter(sample=True).delete()

    def size(self) -> int:
        return QueryAnalysisRecord.objects.filter(sample=True).count()


def _analyse(told: Analysed, pipeline: Pipeline, policy: Policy, at: datetime) -> None:
    analysis = {
        "resolved_query": told.query,
        "user_purpose": "answer_question",
        "data_requirements": {"needs_live_data": True},
        "mode": "chat",
        "reference_resolution": _NOT_NEEDED,
        **told.changed,
    }
    submission = AnalysisSubmission(told.query, analysis, told.turn_id)
    timed = judge_query_analysis(submission, policy=policy.read().query_analysis, asker=None)
    record_query_analysis(
        pipeline=pipeline, submission=submission, timed=timed, policy=policy, by=PIPELINE, now=at, sample=True
    )
