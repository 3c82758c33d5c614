"""Claims of a response and the evidence that bears on them."""

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
    """A span of context.md that bears on a claim. Offsets are code points into `context_md`, end exclusive;
    `quote` is exactly `context_md[start:end]`."""

    section: int
    start: int
    end: int
    quote: str
    url: str | None = None
    source_ref: str | None = None


@dataclass(frozen=True, slots=True)
class Claim:
    """One factual statement of a response. Offsets are into `response_md`; `text == response_md[start:end]`.
    `probability` is the chance that the evidence supports it, 0.0-1.0; `reasons` say in words what lowers it beyond
    the findings."""

    id: str
    text: str
    start: int
    end: int
    state: ClaimState
    probability: float
    evidence: tuple[EvidenceLink, ...] = ()
    reasons: tuple[str, ...] = ()


def linked_state(state: str, *, linked: bool) -> ClaimState:
    """The state that is stored and shown: nothing is supported without a linked quote."""
    stored = ClaimState(state)
    return ClaimState.UNSUPPORTED if stored is ClaimState.SUPPORTED and not linked else stored


@dataclass(frozen=True, slots=True)
class Requirement:
    """Something the query or a stated preference asks for. `start` and `end` are its place in `response_md`
    (what meets it or breaks it), null when the response holds no such place. `evidence_missing` says that the evidence
    itself cannot meet it, which asks for RETRY instead of REVISE."""

    text: str
    kind: str
    met: bool
    reason: str = ""
    start: int | None = None
    end: int | None = None
    evidence_missing: bool = False
