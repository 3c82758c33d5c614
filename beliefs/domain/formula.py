"""Computes confidence from signals (spec 3), on unrounded values; only the score is rounded."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from beliefs.domain.signals import Signals
from validation.domain.policy import BeliefPolicy, BeliefWeights


class ConfidenceStatus(StrEnum):
    VALID = "valid"
    LOW_CONFIDENCE = "low_confidence"
    INVALID = "invalid"


@dataclass(frozen=True, slots=True)
class Part:
    """One bar of the waterfall: `weight` after rescaling, `points` = weight x value."""

    name: str
    weight: float
    value: float

    @property
    def points(self) -> float:
        return self.weight * self.value


@dataclass(frozen=True, slots=True)
class Confidence:
    score: float
    status: ConfidenceStatus
    reason: str
    parts: tuple[Part, ...]
    decay: float


def compute(signals: Signals, policy: BeliefPolicy) -> Confidence:
    """Score and status. A broken Evidence link means score 0 and invalid, whatever the other signals are."""
    semantic = signals.semantic_support
    parts = weigh(
        content_match=signals.content_match.value,
        semantic_support=semantic.value if semantic.available else None,
        graph_support=signals.graph_support.value,
        weights=policy.weights,
    )
    decay = signals.temporal.value
    missing = signals.link_integrity.missing
    if missing:
        return Confidence(0.0, ConfidenceStatus.INVALID, f"Broken links: {', '.join(missing)}", parts, decay)
    score = total(parts, decay)
    if score >= policy.valid:
        return Confidence(score, ConfidenceStatus.VALID, "", parts, decay)
    reason = f"The score {score:.2f} lies below {policy.valid:g}"
    return Confidence(score, ConfidenceStatus.LOW_CONFIDENCE, reason, parts, decay)


def total(parts: Iterable[Part], decay: float) -> float:
    return round(sum(part.points for part in parts) * decay, 2)


def weigh(
    *, content_match: float, semantic_support: float | None, graph_support: float, weights: BeliefWeights
) -> tuple[Part, ...]:
    """Weights each signal. If semantic support is None, the other weights are rescaled to sum to 1."""
    measured = semantic_support is not None
    parts = [
        Part("content_match", weights.content_match, content_match),
        Part("semantic_support", weights.semantic_support if measured else 0.0, semantic_support or 0.0),
        Part("graph_support", weights.graph_support, graph_support),
        Part("base_confidence", weights.base_confidence, 1.0),
    ]
    whole = sum(part.weight for part in parts)
    if measured or not whole:
        return tuple(parts)
    return tuple(Part(part.name, part.weight / whole, part.value) for part in parts)
