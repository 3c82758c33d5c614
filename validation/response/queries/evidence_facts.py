"""The shapes of an evidence record: everything a page shows of one attempt and its judgements, as plain data."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from uuid import UUID

from validation.domain.claim import ClaimState, EvidenceLink


@dataclass(frozen=True, slots=True)
class AttemptFacts:
    """`final_response_md` is the response as a reviewer edited and approved it, `ruled_by` who made the ruling that
    the route rests on."""

    id: UUID
    number: int
    turn_pk: int
    turn_id: str
    pipeline: str
    session_id: str
    query: str
    state: str
    decision: str
    route: str
    route_reason: str
    partial: bool
    confidence: float | None
    halt_cause: str
    policy: int | None
    judgement_number: int | None
    revise_count: int
    retry_count: int
    granted: bool
    enforced: bool
    streamed: bool
    tries: int
    submitted_at: datetime
    decided_at: datetime | None
    send: str
    final_response_md: str | None
    ruled_by: str


@dataclass(frozen=True, slots=True)
class CheckFacts:
    name: str
    state: str
    reason: str
    said_by: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ClaimFacts:
    """Offsets into `response_md`, those of `evidence` into `context_md`."""

    id: str
    text: str
    start: int
    end: int
    state: ClaimState
    probability: float
    evidence: tuple[EvidenceLink, ...]
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FindingFacts:
    code: str
    severity: str
    check: str
    start: int
    end: int
    message: str
    claim_id: str


@dataclass(frozen=True, slots=True)
class RequirementFacts:
    text: str
    kind: str
    met: bool
    reason: str
    start: int | None
    end: int | None
    lacking: bool


@dataclass(frozen=True, slots=True)
class GoalFacts:
    id: str
    description: str
    score: float
    status: str


@dataclass(frozen=True, slots=True)
class VoiceFacts:
    voice: str
    decision: str
    reason: str


@dataclass(frozen=True, slots=True)
class JudgementFacts:
    """One judging as a line of the history; `raw_reply` is filled for the one that is shown."""

    number: int
    comparison: bool
    in_force: bool
    decision: str
    confidence: float | None
    raw_confidence: float | None
    partial: bool
    caveat: str
    notes: str
    issues: tuple[str, ...]
    revision_hints: str
    suggested_fixes: str
    reason_tags: tuple[str, ...]
    backtracking: str
    voices: tuple[VoiceFacts, ...]
    low_trust: str
    halt_cause: str
    halt_message: str
    judge: str
    model: str
    prompt: str
    seed: int | None
    evidence_version: str
    policy: int
    tokens_in: int
    tokens_out: int
    latency_ms: int
    tries: int
    cost: Decimal | None
    currency: str
    evidence_omitted: int
    made_at: datetime
    raw_reply: str = ""


@dataclass(frozen=True, slots=True)
class MemoryFacts:
    key: str
    content: str
    state: str


@dataclass(frozen=True, slots=True)
class RulingFacts:
    ruling: str
    state: str
    by: str
    at: datetime
    note: str
    hints: str
    message: str
    wrong_checks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sibling:
    """Another attempt of the same turn."""

    id: UUID
    number: int
    state: str
    decision: str
    route: str
    partial: bool
    confidence: float | None
    halt_cause: str


@dataclass(frozen=True, slots=True)
class EvidenceRecord:
    """`judgement` is the one asked for, else the one in force, else None (not judged yet)."""

    attempt: AttemptFacts
    context_md: str
    response_md: str
    judgement: JudgementFacts | None
    checks: tuple[CheckFacts, ...]
    claims: tuple[ClaimFacts, ...]
    findings: tuple[FindingFacts, ...]
    requirements: tuple[RequirementFacts, ...]
    goals: tuple[GoalFacts, ...]
    memory: tuple[MemoryFacts, ...]
    history: tuple[JudgementFacts, ...]
    siblings: tuple[Sibling, ...]
    rulings: tuple[RulingFacts, ...]
    intervention_id: UUID | None
