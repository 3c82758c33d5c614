"""Claims of a response and the evidence for or against them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class ClaimState(StrEnum):
    SUPPORTED = "supported"
    CONTRADICTED = "contradicted"
    UNSUPPORTED = "unsupported"
    NOT_FACTUAL = "not_factual"


NOT_SUPPORTED = (ClaimState.UNSUPPORTED, ClaimState.CONTRADICTED)


@dataclass(frozen=True, slots=True)
class EvidenceLink:
    """A span of context.md that supports or contradicts a claim. Offsets are code points into `context_md`, end
    exclusive; `quote` equals `context_md[start:end]`."""

    section: int
    start: int
    end: int
    quote: str
    url: str | None = None
    source_ref: str | None = None


@dataclass(frozen=True, slots=True)
class Claim:
    """One factual statement of a response. Offsets are code points into `response_md`, `text` is that span.
    `probability` that the evidence supports it is 0.0-1.0; `reasons` explain what lowers it besides the findings."""

    id: str
    text: str
    start: int
    end: int
    state: ClaimState
    probability: float
    evidence: tuple[EvidenceLink, ...] = ()
    reasons: tuple[str, ...] = ()


def linked_state(state: str, *, linked: bool) -> ClaimState:
    """The state to store and show: a claim without a linked quote is not supported."""
    stored = ClaimState(state)
    return ClaimState.UNSUPPORTED if stored is ClaimState.SUPPORTED and not linked else stored


@dataclass(frozen=True, slots=True)
class Requirement:
    """A requirement of the query or of a stated preference. `start` and `end` are the span of `response_md` that meets
    or violates it, or None. `evidence_missing`: the evidence cannot meet it, so RETRY is needed instead of REVISE."""

    text: str
    kind: str
    met: bool
    reason: str = ""
    start: int | None = None
    end: int | None = None
    evidence_missing: bool = False
