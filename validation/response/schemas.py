"""Answers of `/attempts`, `/turns` and `/principles`."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from validation.platform.http.schemas import FindingOut, LinksOut, Out

Decision = Literal["APPROVE", "REVISE", "RETRY", "FAIL"]
Route = Literal["APPROVE", "REVISE", "RETRY", "FAIL", "HALT"]
Send = Literal["draft", "final", "message", "nothing"]


class AttemptSummary(Out):
    """An attempt without its texts."""

    id: str
    turn_id: str
    pipeline: str
    attempt: int
    state: Literal["queued", "judging", "decided", "halted"]
    decision: Decision | None
    route: Route | None
    send: Send
    partial: bool
    confidence: float | None
    failed_checks: list[str]
    halt_cause: str | None
    policy: int | None
    submitted_at: datetime
    decided_at: datetime | None
    links: LinksOut


class AttemptPage(Out):
    """`next` is the cursor of the page that follows, null on the last."""

    items: list[AttemptSummary]
    next: str | None


class TurnSummary(Out):
    """A turn without its attempts. `attempts` counts them, `granted` those that a person granted beyond the limits."""

    turn_id: str
    pipeline: str
    session_id: str
    query: str
    attempts: int
    last_route: str | None
    granted: int
    created_at: datetime
    updated_at: datetime


class TurnPage(Out):
    """`next` is the cursor of the page that follows, null on the last."""

    items: list[TurnSummary]
    next: str | None


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


class PrincipleOut(Out):
    """What a revision taught. `found` counts how often it was handed out; `worded_by` is the LLM that worded it."""

    id: int
    category: str
    trigger: str
    description: str
    confidence: float
    query: str
    turn_id: str
    attempt_id: str
    worded_by: str | None
    found: int
    made_at: datetime


class PrincipleList(Out):
    """Principles, the best or the newest first."""

    items: list[PrincipleOut]
