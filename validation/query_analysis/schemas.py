"""Answers of `/query-analyses`."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from validation.platform.http.schemas import CostOut, HaltOut, LinksOut, MeasuredOut, Out


class ValidationOut(Out):
    """The verdict: proceed (`pass`), analyse again (`retry`), or ask the user (`clarify`)."""

    status: str
    confidence: float
    issues: list[str]
    retry_guidance: list[str]
    clarification_question: str | None


class RuleOut(Out):
    """A rule that the analysis breaks."""

    code: str
    message: str


class AnalysisJudgeOut(Out):
    """Who judged, with which prompt, and what it took."""

    name: str
    model: str
    prompt: str
    tokens_in: int
    tokens_out: int
    latency_ms: int
    tries: int
    cost: CostOut | None


class EarlierOut(Out):
    """A validation that was in force before."""

    number: int
    validation: ValidationOut | None
    rules: list[RuleOut]
    halt: HaltOut | None
    policy: int
    judge: AnalysisJudgeOut
    judged_at: datetime


class QueryAnalysisOut(Out):
    """The analysis as it was sent with the verdict in it, the rules that spoke, or the halt."""

    id: str
    turn_id: str | None
    raw_query: str
    analysis: Any
    validation: ValidationOut | None
    retry_allowed: bool
    rules: list[RuleOut]
    halt: HaltOut | None
    intervention_id: str | None
    policy: int
    judge: AnalysisJudgeOut
    earlier: list[EarlierOut]
    elapsed_ms: float
    at: datetime
    judged_at: datetime
    links: LinksOut


class QueryAnalysisSummary(Out):
    """A query analysis without its bodies."""

    id: str
    turn_id: str | None
    pipeline: str
    query: str
    status: str | None
    confidence: float | None
    reference_status: str | None
    retry_allowed: bool
    halt_cause: str | None
    at: datetime
    links: LinksOut


class QueryAnalysisPage(Out):
    """`next` is the cursor of the page that follows, null on the last."""

    items: list[QueryAnalysisSummary]
    next: str | None


class StatusShareOut(Out):
    """How often one status came."""

    status: str
    count: int
    share: MeasuredOut


class WordingOut(Out):
    """One wording of an issue."""

    issue: str
    count: int


class RecurringIssueOut(Out):
    """Issues of one topic, with their most frequent wordings and the newest analysis that has one."""

    issue: str
    topic: str | None
    count: int
    wordings: int
    examples: list[WordingOut]
    code: str
    query_analysis: str


class AgainstClarifyOut(Out):
    """How often a failed resolution goes with `clarify`; `phi` is their correlation."""

    failed_and_clarify: int
    failed_only: int
    clarify_only: int
    neither: int
    phi: MeasuredOut


class QueryAnalysisStats(Out):
    """`n` counts what was decided; halted ones stand apart."""

    n: int
    halted: int
    retries_beyond_the_limit: int
    statuses: list[StatusShareOut]
    over_time: dict[str, Any]
    issues: list[RecurringIssueOut]
    failed_resolution_against_clarify: AgainstClarifyOut
