"""Response schemas of `/query-analyses`."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Annotated, Any

from pydantic import BeforeValidator

from validation.insights.queries.over_time import OverTime
from validation.platform.http.schemas import (
    Filled,
    HaltOut,
    Id,
    LinksOut,
    MeasuredOut,
    Milliseconds,
    Out,
    PageOut,
    PipelineName,
    UsageOut,
    attribute,
    links_at,
)
from validation.query_analysis.gate.result import embed_validation


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


class AnalysisJudgeOut(UsageOut):
    """The judge, its prompt, and what the judgement cost."""

    latency_ms: int
    tries: int = attribute("llm_tries")


class EarlierOut(Out):
    """A validation that a later one replaced."""

    number: int
    validation: ValidationOut | None
    rules: list[RuleOut]
    halt: HaltOut | None
    policy: int = attribute("policy_id")
    judge: AnalysisJudgeOut = attribute("usage")
    judged_at: datetime = attribute("made_at")


Links = links_at("/api/v1/query-analyses/{}", "/query-analyses/{}/")


def with_validation(text: Any) -> Any:
    """The analysis as it was sent, with the verdict in it."""
    return embed_validation(text.analysis, text.validation)


class QueryAnalysisOut(Out):
    """The analysis as it was sent, with its verdict and the rules it breaks, or its halt."""

    id: Id
    turn_id: Filled
    raw_query: str = attribute("text", "raw_query")
    analysis: Annotated[Any, BeforeValidator(with_validation)] = attribute("text")
    validation: ValidationOut | None = attribute("text", "validation")
    retry_allowed: bool
    rules: list[RuleOut] = attribute("text", "rules")
    halt: HaltOut | None
    intervention_id: Filled
    policy: int = attribute("policy_id")
    judge: AnalysisJudgeOut = attribute("usage")
    earlier: Annotated[list[EarlierOut], BeforeValidator(lambda earlier: list(earlier.all()))]
    elapsed_ms: Milliseconds
    at: datetime
    judged_at: datetime = attribute("made_at")
    links: Annotated[LinksOut, Links] = attribute("pk")


class QueryAnalysisSummary(Out):
    """A query analysis without its bodies."""

    id: Id
    turn_id: Filled
    pipeline: PipelineName
    query: str
    status: Filled
    confidence: float | None
    reference_status: Filled
    retry_allowed: bool
    halt_cause: Filled
    at: datetime
    links: Annotated[LinksOut, Links] = attribute("pk")


class QueryAnalysisPage(PageOut[QueryAnalysisSummary]):
    """`next` is the cursor of the next page, null on the last page."""


class StatusShareOut(Out):
    """How often one status occurred."""

    status: str
    count: int
    share: MeasuredOut


class WordingOut(Out):
    """One wording of an issue."""

    issue: str
    count: int


def _wordings(pairs: Iterable[tuple[str, int]]) -> list[dict[str, object]]:
    return [{"issue": wording, "count": count} for wording, count in pairs]


class RecurringIssueOut(Out):
    """Issues of one topic, with their most frequent wordings and the newest analysis that has such an issue."""

    issue: str = attribute("examples", 0, 0)
    topic: Filled
    count: int
    wordings: int
    examples: Annotated[list[WordingOut], BeforeValidator(_wordings)]
    code: str
    query_analysis: Annotated[str, BeforeValidator(str)] = attribute("record_id")


class ClarifyCorrelationOut(Out):
    """How often a failed resolution coincides with `clarify`; `phi` is their correlation."""

    failed_and_clarify: int = attribute("both")
    failed_only: int = attribute("first_only")
    clarify_only: int = attribute("second_only")
    neither: int
    phi: MeasuredOut


class QueryAnalysisStats(Out):
    """`n` counts decided analyses; halted ones are counted separately."""

    n: int
    halted: int
    retries_beyond_the_limit: int = attribute("exhausted")
    statuses: list[StatusShareOut]
    over_time: Annotated[dict[str, Any], BeforeValidator(OverTime.resource)]
    issues: list[RecurringIssueOut]
    failed_resolution_against_clarify: ClarifyCorrelationOut = attribute("failed_against_clarify")
