"""Shapes of requests and answers (API.md). Unknown fields are refused, so that a misspelt one is not lost."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Annotated, Any, Generic, Literal, TypeVar

from pydantic import AfterValidator, AliasPath, BaseModel, BeforeValidator, ConfigDict, Field

from validation.domain.text.storable import storable

_BEGINS_WITH_A_DATE = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)


def one_line(text: str) -> str:
    if any(ord(character) < 32 or ord(character) == 127 for character in text):
        raise ValueError("must not hold control characters or line breaks")
    return text


def _in_utc(moment: datetime) -> datetime:
    """A database knows offsets up to sixteen hours only; a time without one is UTC."""
    try:
        return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)
    except OverflowError:
        raise ValueError("lies outside the calendar") from None


Text = Annotated[str, AfterValidator(storable)]


def _date_as_text(given: Any) -> Any:
    """A number, also one in an address, would otherwise be taken as seconds since 1970."""
    if isinstance(given, datetime) or (isinstance(given, str) and _BEGINS_WITH_A_DATE.match(given)):
        return given
    raise ValueError("must be a time such as 2026-01-31T09:30:00Z")


def _true_or_false(given: Any) -> Any:
    if given in ("true", "false"):
        return given == "true"
    raise ValueError("must be true or false")


Moment = Annotated[datetime, BeforeValidator(_date_as_text), AfterValidator(_in_utc)]
Flag = Annotated[bool, Field(strict=True)]
"""In a body: true or false, and nothing that could be read as one."""
QueryFlag = Annotated[bool, BeforeValidator(_true_or_false)]
"""In an address, where everything is text."""
Name = Annotated[str, Field(min_length=1, max_length=200), AfterValidator(storable), AfterValidator(one_line)]


class In(BaseModel):
    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True)


class Out(BaseModel):
    """An answer. Fields may be added, so clients have to allow more than the ones described."""

    model_config = ConfigDict(extra="allow")

    @classmethod
    def of(cls, row: object, **told: Any) -> dict[str, Any]:
        """Every field that is declared: as told, else the row's attribute of that name."""
        return {name: told[name] if name in told else getattr(row, name) for name in cls.model_fields}


Item = TypeVar("Item")


class PageOut(Out, Generic[Item]):
    """`next` is the cursor of the page that follows, null on the last."""

    items: list[Item]
    next: str | None


class RowOut(BaseModel):
    """An answer that is read from a row, or from what a query gives: each field from the attribute of its name or of
    its `validation_alias`. Fields may be added to it as to any answer."""

    model_config = ConfigDict(
        from_attributes=True, populate_by_name=True, json_schema_extra={"additionalProperties": True}
    )

    @classmethod
    def of(cls, row: object) -> dict[str, Any]:
        return cls.model_validate(row).model_dump(by_alias=True)


Id = Annotated[str, BeforeValidator(str), Field(validation_alias="pk")]
PipelineName = Annotated[str, Field(validation_alias=AliasPath("pipeline", "name"))]
NULL_IF_EMPTY = BeforeValidator(lambda value: value or None)
Filled = Annotated[str | None, BeforeValidator(lambda value: str(value) if value else None)]
"""Null where a row holds an empty text."""
Milliseconds = Annotated[float, AfterValidator(lambda value: round(value, 3))]


def links_at(api: str, page: str) -> Any:
    """The links of a row by its key, which stands in both addresses as `{}`."""
    return BeforeValidator(lambda key: {"self": api.format(key), "page": page.format(key)})


Number = int | float
"""As it is stored: a whole number stays one."""


class MeasuredOut(RowOut):
    """A figure over `n` observations. `value` is null where it is not defined, as a kappa of which one side always says
    the same, `low` and `high` (95 %) where the sample is too small for an interval."""

    value: Number | None
    low: Number | None
    high: Number | None
    n: int


class LinksOut(Out):
    """Where the resource is read by programs and by people, from the root of this address."""

    self: str
    page: str


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
    state: Literal["supported", "contradicted", "unsupported", "not_factual"]
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


class CostOut(BaseModel):
    """`amount` as a decimal number in a string, so that no digit is lost."""

    amount: str
    currency: str


class JudgeOut(BaseModel):
    """Who judged, with which prompt, and what it took."""

    name: str
    model: str
    prompt: str
    tokens_in: int
    tokens_out: int
    latency_ms: int
    tries: int
    cost: CostOut | None
    evidence_omitted: int


class HaltOut(BaseModel):
    """Why there is no decision, and what to do."""

    cause: str
    message: str


class RulingOut(RowOut):
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
    truth: Literal["APPROVE", "REVISE", "RETRY", "FAIL"] | None
    source: Literal["single", "agreed", "adjudicated"] | None
    checks: dict[str, str]
    closed_at: datetime | None


class AttemptOut(BaseModel):
    """An attempt: its decision with the checks, claims and findings behind it, or its halt. `route` says what the
    pipeline does next, `send` what its user is given now."""

    id: str
    turn_id: str
    session_id: str
    pipeline: str
    attempt: int
    state: Literal["queued", "judging", "decided", "halted"]
    decision: Literal["APPROVE", "REVISE", "RETRY", "FAIL"] | None
    route: Literal["APPROVE", "REVISE", "RETRY", "FAIL", "HALT"] | None
    route_reason: str
    send: Literal["draft", "final", "message", "nothing"]
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
    counters: dict[str, int]
    policy: int | None
    judgement: int | None
    low_trust: str | None
    judge: JudgeOut | None
    halt: HaltOut | None
    intervention_id: str | None
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


class ProblemOut(BaseModel):
    """RFC 9457, with a stable `code` and the fields it is about."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    errors: list[dict[str, str]] = []
