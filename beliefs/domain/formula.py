"""Confidence from signals: the formula of spec 3, on unrounded values; only the score itself is rounded."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from beliefs.domain.signals import Signals
from validation.domain.policy import BeliefPolicy


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
    """A broken Evidence link is a gate: score 0, invalid, whatever the other signals say."""
    parts = _parts(signals, policy)
    decay = signals.temporal.value
    missing = signals.link_integrity.missing
    if missing:
        return Confidence(0.0, ConfidenceStatus.INVALID, f"Broken links: {', '.join(missing)}", parts, decay)
    score = round(sum(part.points for part in parts) * decay, 2)
    if score >= policy.valid:
        return Confidence(score, ConfidenceStatus.VALID, "", parts, decay)
    reason = f"The score {score:.2f} lies below {policy.valid:g}"
    return Confidence(score, ConfidenceStatus.LOW_CONFIDENCE, reason, parts, decay)


def _parts(signals: Signals, policy: BeliefPolicy) -> tuple[Part, ...]:
    weights = policy.weights
    semantic = signals.semantic_support
    parts = [
        Part("content_match", weights.content_match, signals.content_match.value),
        Part("semantic_support", weights.semantic_support if semantic.available else 0.0, semantic.value),
        Part("graph_support", weights.graph_support, signals.graph_support.value),
        Part("base_confidence", weights.base_confidence, 1.0),
    ]
    total = sum(part.weight for part in parts)
    if semantic.available or not total:
        return tuple(parts)
    return tuple(Part(part.name, part.weight / total, part.value) for part in parts)
