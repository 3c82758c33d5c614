"""Detects verdicts that contradict themselves, so that they cannot be acted on (DESIGN, section 5: Inconsistent).

Examples: APPROVE with a failed check, or a rejection with a confidence of nearly 1. APPROVE with no applicable check is
inconsistent too, because even a greeting answers a query and has a form. Milder disagreement is resolved by severity
and shown.
"""

from __future__ import annotations

from validation.domain.check import CheckState
from validation.domain.decisions.bands import band_of, shown
from validation.domain.halt import Halt, HaltCause
from validation.domain.policy import ResponsePolicy
from validation.domain.verdict import Decision, Verdict

_PASS = CheckState.PASS


def contradiction(verdict: Verdict, policy: ResponsePolicy) -> Halt | None:
    """The contradiction as a halt; None for a consistent verdict."""
    halt = HaltCause.VERDICT_INCONSISTENT.halt
    failing = [name.value for name, opinion in verdict.checks.items() if not opinion.state.holds]
    if verdict.decision is Decision.APPROVE and failing:
        return halt("approves_failing", checks=", ".join(failing))
    if verdict.decision is Decision.APPROVE and not any(opinion.state is _PASS for opinion in verdict.checks.values()):
        return halt("approves_unjudged")
    if far_apart(verdict.decision, verdict.confidence, policy):
        band = band_of(verdict.confidence, policy)
        return halt("other_band", decision=verdict.decision, confidence=shown(verdict.confidence), band=band)
    if verdict.decision is not Decision.APPROVE and not failing and not any(map(str.strip, verdict.issues)):
        return halt("no_issue", decision=verdict.decision)
    return None


def far_apart(decision: Decision, confidence: float, policy: ResponsePolicy) -> bool:
    """Whether decision and confidence are two or more bands apart."""
    return abs(band_of(confidence, policy).severity - decision.severity) >= 2
