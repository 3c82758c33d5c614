"""What the grounding model says of a response: plain values, probabilities 0.0-1.0."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ClaimGrounding:
    """One claim. `probability` is the calibrated chance that the evidence supports it, `supported` whether that
    reaches the claim threshold of the model; `reasons` name in words what speaks against it; `best` is the index of
    the passage that covers it best, None when nothing of it is covered."""

    probability: float
    supported: bool
    reasons: tuple[str, ...] = ()
    best: int | None = None


@dataclass(frozen=True, slots=True)
class Grounding:
    """One entry a claim, in the order they were given. `response` is the calibrated chance that all claims are
    supported, None without claims. `out_of_domain` says why these figures cannot be relied on for this input."""

    claims: tuple[ClaimGrounding, ...]
    response: float | None
    out_of_domain: str | None = None
