"""Verdicts that contradict themselves, so cannot be acted on (DESIGN, section 5: Inconsistent).

A judge that approves what it faults, or is nearly certain of what it rejects, has not judged; any reading of it would
be ours. Nor has one that approves what none of its checks applies to: even a greeting answers a query and has a form.
Milder disagreement is settled by severity and shown.
"""

from __future__ import annotations

from validation.domain.check import CheckState
from validation.domain.decisions.decision import band_of, shown
from validation.domain.halt import Halt, HaltCause
from validation.domain.policy import ResponsePolicy
from validation.domain.verdict import Decision, Verdict

_PASS = CheckState.PASS


def contradiction(verdict: Verdict, policy: ResponsePolicy) -> Halt | None:
    """What contradicts what; None for a verdict that holds together."""
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
    """Two or more bands lie between what a judge decided and how sure it says it is."""
    return abs(band_of(confidence, policy).severity - decision.severity) >= 2
