"""Query analyses as phase 1 would hand them over, and the real actions that judge and record them."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.utils import timezone

from tests.verdicts import a_pipeline
from validation.judge.protocol import LlmClient
from validation.platform.policies import policy_in_force
from validation.query_analysis.actions.query_analyses import (
    AnalysisSubmission,
    RecordedAnalysis,
    judge_query_analysis,
    record_query_analysis,
)

CLEAR = "which kettle under 40 EUR is quiet?"
VAGUE = "the cheapest"
FAILED = {"status": "failed", "original_references": ["that one"], "resolved_to": None}


def analysis(query: str = CLEAR, **changed: Any) -> dict[str, Any]:
    told = {
        "resolved_query": query,
        "user_purpose": "buy a kettle",
        "data_requirements": {"needs_live_data": True},
        "mode": "chat",
        "reference_resolution": {"status": "not_needed", "original_references": [], "resolved_to": None},
    }
    return {**told, **changed}


def body(query: str = CLEAR, *, turn_id: str | None = None, **changed: Any) -> dict[str, Any]:
    """The body of POST /query-analyses."""
    return {"raw_query": query, "analysis": analysis(query, **changed), "turn_id": turn_id}


def recorded(
    query: str = CLEAR,
    *,
    turn_id: str = "",
    now: datetime | None = None,
    llm_client: LlmClient | None = None,
    document: Any = None,
    of: str = "shop",
    **changed: Any,
) -> RecordedAnalysis:
    submission = AnalysisSubmission(query, analysis(query, **changed) if document is None else document, turn_id)
    policy = policy_in_force()
    timed = judge_query_analysis(submission, llm_client=llm_client)
    return record_query_analysis(
        pipeline=a_pipeline(of),
        submission=submission,
        timed=timed,
        policy=policy,
        by="test",
        now=now or timezone.now(),
    )
