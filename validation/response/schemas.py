"""Answers of `/attempts`, `/turns` and `/principles`."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal, get_args

from pydantic import AliasPath, BaseModel, BeforeValidator, Field

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
    links_at,
    one_of,
)

Decision = Literal["APPROVE", "REVISE", "RETRY", "FAIL"]
Route = Literal["APPROVE", "REVISE", "RETRY", "FAIL", "HALT"]
Send = Literal["draft", "final", "message", "nothing"]
State = Literal["queued", "judging", "decided", "halted"]
Support = Literal["supported", "contradicted", "unsupported", "not_factual"]


class CheckDetail(BaseModel):
    """One check: its state, why, and who said so."""

    state: Literal["pass", "fail", "not_applicable"]
    reason: str
    said_by: list[str]


class ClaimOut(BaseModel):
    """A statement of the response and the evidence for or against it. Offsets are code points into `response_md`."""

    id: str
    text: str
    start: int
    end: int
    state: Support
    probability: float
    evidence: list[dict[str, Any]]
    reasons: list[str] = []


class FindingOut(BaseModel):
    """Something wrong at one place of the response. Offsets are code points into `response_md`."""

    code: str
    severity: Literal["certain", "likely"]
    check: str
    start: int
    end: int
    message: str


class RequirementOut(BaseModel):
    """Something the query asks for, and whether the response keeps to it."""

    text: str
    kind: str
    met: bool
    reason: str = ""
    start: int | None
    end: int | None


class JudgeOut(UsageOut):
    """Who judged, with which prompt, and what it took."""

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


class AuditEndOut(BaseModel):
    """What people said in an audit that has ended: `truth` is what should have been decided, null when nobody answered
    in time; `checks` says right, wrong or cannot_tell of each."""

    state: Literal["settled", "expired"]
    truth: Decision | None
    source: Literal["single", "agreed", "adjudicated"] | None
    checks: dict[str, str]
    closed_at: datetime | None


class AttemptOut(BaseModel):
    """An attempt: its decision with the checks, claims and findings behind it, or its halt. `route` says what the
    pipeline does next, `send` what its user is given now. `intervention_open` says whether it still waits for a person
    in `intervention_id`, `metadata` is what came with the draft."""

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
    audit: AuditEndOut | None = None
    submitted_at: datetime
    decided_at: datetime | None
    links: dict[str, str]


class BatchItemOut(BaseModel):
    """`attempt` when it was taken, else `error` as a problem."""

    status: int
    attempt: AttemptOut | None = None
    error: dict[str, Any] | None = None


class BatchOut(BaseModel):
    """One result an item, in the order given."""

    results: list[BatchItemOut]


class AttemptSummary(Out):
    """An attempt without its texts."""

    id: Id
    turn_id: str = Field(validation_alias=AliasPath("turn", "turn_id"))
    pipeline: str = Field(validation_alias=AliasPath("turn", "pipeline", "name"))
    attempt: int = Field(validation_alias="number")
    state: State
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


class AttemptQuery(Span):
    """What a list or a file of attempts can be narrowed by."""

    turn_id: Text = ""
    decision: Annotated[Text, one_of(*get_args(Decision))] = ""
    route: Annotated[Text, one_of(*get_args(Route))] = ""
    state: Annotated[Text, one_of(*get_args(State))] = ""


class AttemptPage(PageOut[AttemptSummary]):
    """`next` is the cursor of the page that follows, null on the last."""


class TurnSummary(Out):
    """A turn without its attempts. `attempts` counts them, `granted` those that a person granted beyond the limits.
    `last_route` is of one draft only, that of the attempt whose number is `last_route_attempt`."""

    turn_id: str
    pipeline: PipelineName
    session_id: str
    query: str
    attempts: int = Field(validation_alias="attempts_made")
    last_route: Filled
    last_route_attempt: int | None
    granted: int
    created_at: datetime
    updated_at: datetime


class TurnPage(PageOut[TurnSummary]):
    """`next` is the cursor of the page that follows, null on the last."""


class TurnOut(TurnSummary):
    """A turn with its attempts in order, and what to give its user now: the text of the attempt `send_attempt_id`, and
    of no other. It is null while there is nothing to send. `undecided` counts attempts that are still to be judged,
    whose decisions may replace this one."""

    send: Send
    send_attempt_id: str | None
    undecided: int
    final_response_md: str | None
    path: list[AttemptSummary]


class SentenceOut(Out):
    """An event of a stream: a sentence of the response so far, and what is known of it. Offsets are code points into
    the response; the same `start` comes again when something else is known."""

    text: str
    start: int
    end: int
    state: Support
    findings: list[FindingOut]


class PrincipleOut(Out):
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
