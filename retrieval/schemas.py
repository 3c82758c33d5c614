"""Answers of `/retrievals`."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from pydantic import BeforeValidator

from retrieval.models import StoredResult
from validation.insights.queries.over_time import OverTime
from validation.platform.http.schemas import (
    Filled,
    HaltOut,
    Id,
    LinksOut,
    MeasuredOut,
    Milliseconds,
    Number,
    Out,
    PageOut,
    PipelineName,
    UsageOut,
    attribute,
    links_at,
)


class RetrievalUsage(UsageOut):
    """`questions` is how many the judge was asked."""

    questions: int


def _usage(result: StoredResult | None) -> dict[str, Any] | None:
    return RetrievalUsage.of(result) if result else None


Links = links_at("/api/v1/retrievals/{}", "/retrievals/{}/")


class RetrievalOut(Out):
    """A retrieval with its verdict, which is empty while `state` is queued or judging."""

    id: Id
    turn_id: Filled
    query: str = attribute("text", "query")
    state: str
    relevant_chunks: list[dict[str, str]] = attribute("document", "relevant_chunks")
    answer_present: str | None = attribute("document", "answer_present")
    explanation: str = attribute("document", "explanation")
    pieces: list[dict[str, Any]] = attribute("document", "pieces")
    evidence: list[dict[str, Any]] = attribute("document", "evidence")
    retrieval_quality: str | None = attribute("document", "retrieval_quality")
    message: str | None = attribute("document", "message")
    findings: list[dict[str, Any]] = attribute("document", "findings")
    report: str = attribute("document", "report")
    halt: HaltOut | None = attribute("document", "halt")
    policy: int | None = attribute("policy_id")
    reused: bool
    content_address: str = attribute("address")
    made_by: Filled
    judge: Annotated[dict[str, Any] | None, BeforeValidator(_usage)] = attribute("result")
    elapsed_ms: Milliseconds | None
    intervention_id: Filled
    submitted_at: datetime
    decided_at: datetime | None
    links: Annotated[dict[str, str], Links] = attribute("pk")


class RetrievalSummary(Out):
    """A retrieval without its bodies."""

    id: Id
    turn_id: Filled
    pipeline: PipelineName
    query: str
    state: str
    answer_present: Filled
    retrieval_quality: Filled = attribute("quality")
    chunks: int | None
    relevant: int | None
    quotes: int | None
    dropped_quotes: int | None = attribute("dropped")
    halt_cause: Filled
    reused: bool
    submitted_at: datetime
    decided_at: datetime | None
    links: Annotated[LinksOut, Links] = attribute("pk")


class RetrievalPage(PageOut[RetrievalSummary]):
    """`next` is the cursor of the next page, null on the last page."""


class DownstreamOut(Out):
    """The decisions on responses, by the quality of the retrieval they were written from."""

    table: dict[str, dict[str, int]]
    rank_correlation: MeasuredOut = attribute("correlation")


class TargetOut(Out):
    """A target of the specification and the measured value. `met` is null while there is too little data."""

    code: str
    what: str = attribute("said")
    target: Number
    kind: str
    measured: MeasuredOut
    basis: str
    met: bool | None


class RetrievalStatsOut(Out):
    """`n` counts decided retrievals; halted and undecided ones are counted separately."""

    n: int
    halted: int
    undecided: int
    reused: int
    answer_present: int = attribute("answered")
    dropped_quotes: int = attribute("dropped")
    qualities: Annotated[dict[str, int], BeforeValidator(dict)]
    over_time: Annotated[dict[str, Any], BeforeValidator(OverTime.resource)]
    downstream: DownstreamOut
    targets: list[TargetOut]
