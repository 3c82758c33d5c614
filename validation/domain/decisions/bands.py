"""The bands of confidence, and how a confidence is shown."""

from __future__ import annotations

from math import floor

from validation.domain.policy import ResponsePolicy
from validation.domain.verdict import Decision


def band_of(confidence: float, policy: ResponsePolicy) -> Decision:
    """The decision for a confidence. A boundary belongs to the upper band; 0.795 is REVISE."""
    rounded = round(confidence, 9)
    if rounded >= policy.approve:
        return Decision.APPROVE
    if rounded >= policy.revise:
        return Decision.REVISE
    if rounded >= policy.retry:
        return Decision.RETRY
    return Decision.FAIL


def shown(confidence: float) -> str:
    """The confidence with two decimals, rounded down, so that it never looks higher than what was decided on."""
    return f"{floor(round(confidence * 100, 6)) / 100:.2f}"
