"""Answers of `/attempts`, `/turns` and `/principles`."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import AliasPath, BeforeValidator, Field

from validation.platform.http.schemas import (
    NULL_IF_EMPTY,
    Filled,
    FindingOut,
    Id,
    LinksOut,
    Out,
    PageOut,
    PipelineName,
    RowOut,
    links_at,
)

Decision = Literal["APPROVE", "REVISE", "RETRY", "FAIL"]
Route = Literal["APPROVE", "REVISE", "RETRY", "FAIL", "HALT"]
Send = Literal["draft", "final", "message", "nothing"]


class AttemptSummary(RowOut):
    """An attempt without its texts."""

    id: Id
    turn_id: str = Field(validation_alias=AliasPath("turn", "turn_id"))
    pipeline: str = Field(validation_alias=AliasPath("turn", "pipeline", "name"))
    attempt: int = Field(validation_alias="number")
    state: Literal["queued", "judging", "decided", "halted"]
    decision: Annotated[Decision | None, NULL_IF_EMPTY]
    route: Annotated[Route | None, NULL_IF_EMPTY]
    send: Send
    partial: bool
    confidence: float | None
    failed_checks: list[str]
    halt_cause: Filled
    policy: int | None = Field(validation_alias="policy_id")
    submitted_at: datetime
    decided_at: datetime | None
    links: Annotated[LinksOut, links_at("/api/v1/attempts/{}", "/attempts/{}")] = Field(validation_alias="pk")


class AttemptPage(PageOut[AttemptSummary]):
    """`next` is the cursor of the page that follows, null on the last."""


class TurnSummary(RowOut):
    """A turn without its attempts. `attempts` counts them, `granted` those that a person granted beyond the limits."""

    turn_id: str
    pipeline: PipelineName
    session_id: str
    query: str
    attempts: int = Field(validation_alias="attempts_made")
    last_route: Filled
    granted: int
    created_at: datetime
    updated_at: datetime


class TurnPage(PageOut[TurnSummary]):
    """`next` is the cursor of the page that follows, null on the last."""


class TurnOut(TurnSummary):
    """A turn with its attempts in order, and what to give its user now."""

    send: Send
    final_response_md: str | None
    path: list[AttemptSummary]


class SentenceOut(Out):
    """An event of a stream: a sentence of the response so far, and what is known of it. Offsets are code points into
    the response; the same `start` comes again when something else is known."""

    text: str
    start: int
    end: int
    state: Literal["supported", "contradicted", "unsupported", "not_factual"]
    findings: list[FindingOut]


class PrincipleOut(RowOut):
    """What a revision taught. `found` counts how often it was handed out; `worded_by` is the LLM that worded it."""

    id: int
    category: str
    trigger: str
    description: str
    confidence: float
    query: str
    turn_id: str = Field(validation_alias=AliasPath("approved", "turn", "turn_id"))
    attempt_id: Annotated[str, BeforeValidator(str)] = Field(validation_alias="approved_id")
    worded_by: Filled
    found: int
    made_at: datetime


class PrincipleList(Out):
    """Principles, the best or the newest first."""

    items: list[PrincipleOut]
