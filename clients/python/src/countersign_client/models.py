"""Request and response models. Response models keep unknown fields."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

Route = Literal["APPROVE", "REVISE", "RETRY", "FAIL", "HALT"]


class _Sent(BaseModel):
    model_config = ConfigDict(extra="forbid")


class _Answer(BaseModel):
    model_config = ConfigDict(extra="allow")


def _as_mapping(message: Any) -> Any:
    # LangChain's messages name the role differently. If any are used, its module is loaded.
    langchain = sys.modules.get("langchain_core.messages")
    if langchain and isinstance(message, langchain.BaseMessage):
        return langchain.convert_to_openai_messages(message)
    return message.model_dump(mode="json", exclude_none=True) if isinstance(message, BaseModel) else message


Message = Annotated[Mapping[str, Any] | BaseModel, BeforeValidator(_as_mapping)]
"""In OpenAI's chat format; may also be the object returned by its SDK, or a LangChain message."""


class Document(_Sent):
    """A text retrieved for the turn; claims refer to its `id`."""

    id: str
    text: str
    url: str | None = None
    title: str | None = None


class Goal(_Sent):
    id: str
    description: str


class Draft(_Sent):
    """A response with its context: `messages` and `documents`, or `context_md` with `query`, which is exactly what the
    user typed."""

    turn_id: str
    response_md: str
    messages: Sequence[Message] = ()
    documents: Sequence[Document] = ()
    context_md: str | None = None
    query: str = ""
    session_id: str = ""
    goals: Sequence[Goal] = ()
    memory_candidates: Sequence[dict[str, str]] = ()
    callback_url: str | None = None
    metadata: dict[str, Any] = Field(default_factory=dict)

    def body(self) -> dict[str, Any]:
        whole = type(self).model_validate(dict(self))  # `model_copy` does not validate
        return whole.model_dump(mode="json", exclude_defaults=True)


class Claim(_Answer):
    """A statement of the response; offsets are Python `str` offsets into it."""

    id: str
    text: str
    start: int
    end: int
    state: Literal["supported", "contradicted", "unsupported", "not_factual"]
    probability: float
    evidence: list[dict[str, Any]]


class Finding(_Answer):
    code: str
    severity: Literal["certain", "likely"]
    check: str
    start: int
    end: int
    message: str


class Sentence(_Answer):
    """A sentence of a response that is still being written. The same `start` is repeated when its state or findings
    change."""

    text: str
    start: int
    end: int
    state: Literal["supported", "contradicted", "unsupported", "not_factual"]
    findings: list[Finding]


class Ruling(_Answer):
    """A reviewer's ruling, in effect once `state` is `final`."""

    ruling: str
    state: Literal["pending", "final"]
    by: str
    at: datetime
    effective_at: datetime
    response_md: str | None = None
    hints: str | None = None
    message: str | None = None


class Halt(_Answer):
    cause: str
    message: str


class Attempt(_Answer):
    """A judged draft. Loop on `route`; `send` says what the user gets now. `intervention_open` is false once its halt
    was judged again, a ruling took effect, or nobody ruled in time."""

    id: str
    turn_id: str
    attempt: int
    state: Literal["queued", "judging", "decided", "halted"]
    decision: Literal["APPROVE", "REVISE", "RETRY", "FAIL"] | None
    route: Route | None
    route_reason: str = ""
    send: Literal["draft", "final", "message", "nothing"] = "nothing"
    enforced: bool = True
    final_response_md: str | None = None
    partial: bool = False
    caveat: str | None = None
    confidence: float | None = None
    checks: dict[str, bool] = Field(default_factory=dict)
    issues: list[str] = Field(default_factory=list)
    revision_hints: str = ""
    suggested_fixes: str = ""
    reason_tags: list[str] = Field(default_factory=list)
    backtracking: str | None = None
    claims: list[Claim] = Field(default_factory=list)
    findings: list[Finding] = Field(default_factory=list)
    halt: Halt | None = None
    metadata: dict[str, Any] = Field(default_factory=dict)
    intervention_id: str | None = None
    intervention_open: bool = False
    ruling: Ruling | None = None
    links: dict[str, str] = Field(default_factory=dict)

    @property
    def is_decided(self) -> bool:
        """Whether judging has ended, by a decision or a halt."""
        return self.state in ("decided", "halted")

    @property
    def is_ruled(self) -> bool:
        """Whether a reviewer's ruling is in effect."""
        return self.ruling is not None and self.ruling.state == "final"

    @property
    def hints(self) -> str:
        """What to improve: a reviewer's hints, else the gate's."""
        ruled = self.ruling.hints if self.ruling is not None and self.is_ruled else None
        return ruled or (self.suggested_fixes if self.route == "RETRY" else self.revision_hints)

    def text_for_user(self, response_md: str) -> str | None:
        """What the user gets now, where `response_md` is the judged draft; None if nothing yet."""
        if not self.enforced:
            return response_md
        message = self.ruling.message if self.ruling else None
        return {"draft": response_md, "final": self.final_response_md, "message": message}.get(self.send)


class Guarded(BaseModel):
    """The end of a `guard` loop. `text` is what the user gets now, None if nothing yet."""

    text: str | None
    attempts: list[Attempt]
    draft: Draft

    @property
    def attempt(self) -> Attempt:
        return self.attempts[-1]

    @property
    def approved(self) -> bool:
        return self.attempt.route == "APPROVE"


class Event(_Answer):
    """`id` is the position in the feed; pass it as `after` to continue."""

    id: int
    type: str
    at: datetime
    data: dict[str, Any]


class EventPage(_Answer):
    items: list[Event]
    next: int


class Retrieval(_Answer):
    id: str
    state: Literal["queued", "judging", "decided", "halted"]
    relevant_chunks: list[dict[str, Any]] = Field(default_factory=list)
    answer_present: Literal["Yes", "No"] | None = None
    evidence: list[dict[str, Any]] = Field(default_factory=list)
    retrieval_quality: Literal["Good", "Partial", "Poor"] | None = None
    message: str | None = None
    report: str | None = None
    halt: Halt | None = None


class QueryAnalysis(_Answer):
    id: str
    analysis: Any = None
    validation: dict[str, Any] | None = None
    retry_allowed: bool = False
    rules: list[dict[str, Any]] = Field(default_factory=list)
    halt: Halt | None = None


class Preflight(_Answer):
    id: str
    allowed: bool
    errors: list[dict[str, Any]]
    task: dict[str, Any] | None = None


class Return(_Answer):
    model_config = ConfigDict(extra="allow", populate_by_name=True)

    id: str
    valid: bool
    errors: list[dict[str, Any]]
    artifacts_checked: bool
    returned: Any = Field(default=None, alias="return")
