"""Answers of `/attempts`, `/turns` and `/principles`."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal, get_args

from pydantic import BaseModel, BeforeValidator

from validation.platform.http.schemas import (
    NULL_IF_EMPTY,
    Filled,
    HaltOut,
    Id,
    LinksOut,
    Out,
    PageOut,
    PipelineName,
    Span,
    Text,
    UsageOut,
    attribute,
    links_at,
    one_of,
)

Decision = Literal["APPROVE", "REVISE", "RETRY", "FAIL"]
Route = Literal["APPROVE", "REVISE", "RETRY", "FAIL", "HALT"]
Send = Literal["draft", "final", "message", "nothing"]
State = Literal["queued", "judging", "decided", "halted"]
Support = Literal["supported", "contradicted", "unsupported", "not_factual"]


class CheckDetail(BaseModel):
    """One check: its state, the reason, and what decided it."""

    state: Literal["pass", "fail", "not_applicable"]
    reason: str
    said_by: list[str]


class ClaimOut(BaseModel):
    """A factual statement of the response and the evidence for or against it. Offsets are in code points of
    `response_md`."""

    id: str
    text: str
    start: int
    end: int
    state: Support
    probability: float
    evidence: list[dict[str, Any]]
    reasons: list[str] = []


class FindingOut(BaseModel):
    """A defect at one place of the response. Offsets are in code points of `response_md`."""

    code: str
    severity: Literal["certain", "likely"]
    check: str
    start: int
    end: int
    message: str


class RequirementOut(BaseModel):
    """A requirement of the query, and whether the response meets it."""

    text: str
    kind: str
    met: bool
    reason: str = ""
    start: int | None
    end: int | None


class JudgeOut(UsageOut):
    """The judge, its prompt, and what the judgement cost."""

    latency_ms: int
    tries: int
    evidence_omitted: int


class RulingOut(Out):
    """A person's ruling on the attempt."""

    ruling: str
    state: Literal["pending", "final"]
    by: str
    at: datetime
    effective_at: datetime
    response_md: Filled
    hints: Filled
    message: Filled
    note: Filled
    wrong_checks: list[str] = []


class AuditResultOut(BaseModel):
    """The result of a closed audit. `truth` is the decision that people say is correct, null if nobody answered in
    time; each of `checks` is right, wrong or cannot_tell."""

    state: Literal["settled", "expired"]
    truth: Decision | None
    source: Literal["single", "agreed", "adjudicated"] | None
    checks: dict[str, str]
    closed_at: datetime | None


class AttemptOut(BaseModel):
    """An attempt with its decision, checks, claims and findings, or its halt. `route` is what the pipeline must do
    next, `send` what to send to its user now. `intervention_open` is true while the intervention `intervention_id`
    waits for a person. `metadata` is returned as it was submitted."""

    id: str
    turn_id: str
    session_id: str
    pipeline: str
    attempt: int
    state: State
    decision: Decision | None
    route: Route | None
    route_reason: str
    send: Send
    enforced: bool = True
    streamed: bool = False
    final_response_md: str | None
    partial: bool
    caveat: str | None
    notes: str
    confidence: float | None
    raw_confidence: float | None
    checks: dict[str, bool]
    check_details: dict[str, CheckDetail]
    issues: list[str]
    revision_hints: str
    suggested_fixes: str
    reason_tags: list[str]
    backtracking: str | None
    voices: list[dict[str, Any]]
    requirements: list[RequirementOut]
    claims: list[ClaimOut]
    findings: list[FindingOut]
    goals: list[dict[str, Any]]
    memory: list[dict[str, Any]]
    metadata: dict[str, Any] = {}
    counters: dict[str, int]
    policy: int | None
    judgement: int | None
    low_trust: str | None
    judge: JudgeOut | None
    halt: HaltOut | None
    intervention_id: str | None
    intervention_open: bool = False
    ruling: RulingOut | None
    audit: AuditResultOut | None = None
    submitted_at: datetime
    decided_at: datetime | None
    links: dict[str, str]


class BatchItemOut(BaseModel):
    """The result of one item: `attempt` if it was accepted, otherwise `error`, a problem. `status` is what a single
    call is answered with: 202, 200 for a repeated one that is decided already, or that of the problem."""

    status: int
    attempt: AttemptOut | None = None
    error: dict[str, Any] | None = None


class BatchOut(BaseModel):
    """One result for each item, in the order of the request."""

    results: list[BatchItemOut]


class AttemptSummary(Out):
    """An attempt without its texts."""

    id: Id
    turn_id: str = attribute("turn", "turn_id")
    pipeline: str = attribute("turn", "pipeline", "name")
    attempt: int = attribute("number")
    state: State
    decision: Annotated[Decision | None, NULL_IF_EMPTY]
    route: Annotated[Route | None, NULL_IF_EMPTY]
    send: Send
    partial: bool
    confidence: float | None
    failed_checks: list[str]
    halt_cause: Filled
    policy: int | None = attribute("policy_id")
    submitted_at: datetime
    decided_at: datetime | None
    links: Annotated[LinksOut, links_at("/api/v1/attempts/{}", "/attempts/{}")] = attribute("pk")


class AttemptQuery(Span):
    """What a list or a file of attempts can be narrowed by."""

    turn_id: Text = ""
    decision: Annotated[Text, one_of(*get_args(Decision))] = ""
    route: Annotated[Text, one_of(*get_args(Route))] = ""
    state: Annotated[Text, one_of(*get_args(State))] = ""


class AttemptPage(PageOut[AttemptSummary]):
    """`next` is the cursor of the next page, null on the last page."""


class TurnSummary(Out):
    """A turn without its attempts. `attempts` is their number, `granted` how many a person granted beyond the limits.
    `last_route` is the route of a single draft, the attempt with the number `last_route_attempt`."""

    turn_id: str
    pipeline: PipelineName
    session_id: str
    query: str
    attempts: int = attribute("attempts_made")
    last_route: Filled
    last_route_attempt: int | None
    granted: int
    created_at: datetime
    updated_at: datetime


class TurnPage(PageOut[TurnSummary]):
    """`next` is the cursor of the next page, null on the last page."""


class TurnOut(TurnSummary):
    """A turn with its attempts in order. Send its user the text of the attempt `send_attempt_id` and of no other; it is
    null while there is nothing to send. `undecided` is the number of attempts that are not judged yet and may change
    `send_attempt_id`."""

    send: Send
    send_attempt_id: str | None
    undecided: int
    final_response_md: str | None
    path: list[AttemptSummary]


class SentenceOut(Out):
    """An event of a stream: a sentence of the response so far, with its result. Offsets are in code points of the
    response; the event is sent again with the same `start` when the result changes."""

    text: str
    start: int
    end: int
    state: Support
    findings: list[FindingOut]


class PrincipleOut(Out):
    """An improvement learned from a revision. `found` is how often it was returned for a query; `worded_by` is the LLM
    that worded it."""

    id: int
    category: str
    trigger: str
    description: str
    confidence: float
    query: str
    turn_id: str = attribute("approved", "turn", "turn_id")
    attempt_id: Annotated[str, BeforeValidator(str)] = attribute("approved_id")
    worded_by: Filled
    found: int
    made_at: datetime


class PrincipleList(Out):
    """Principles, the best or the newest first."""

    items: list[PrincipleOut]
