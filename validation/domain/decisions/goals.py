"""Several goals in one query: each is scored, and together they speak with one voice (spec 1, section 8)."""

from __future__ import annotations

from dataclasses import dataclass

from validation.domain.policy import ResponsePolicy
from validation.domain.verdict import Decision, GoalStatus


@dataclass(frozen=True, slots=True)
class ScoredGoal:
    """`score` is 0.0-1.0."""

    id: str
    description: str
    score: float
    status: GoalStatus


@dataclass(frozen=True, slots=True)
class GoalVote:
    """What the matrix asks for. `partial` marks an approval that leaves goals half met; `caveat` names them."""

    decision: Decision
    partial: bool
    caveat: str | None
    reason: str


def status_of(score: float, policy: ResponsePolicy) -> GoalStatus:
    """Spec 1, section 8.1; a boundary belongs to the better status."""
    if score >= policy.goal_pass:
        return GoalStatus.PASS
    if score >= policy.goal_partial:
        return GoalStatus.PARTIAL
    return GoalStatus.FAIL


def voice_of(goals: tuple[ScoredGoal, ...]) -> GoalVote | None:
    """The matrix of spec 1, section 8.2. None for fewer than two goals: a single goal has no voice."""
    if len(goals) < 2:
        return None
    failed = [goal.id for goal in goals if goal.status is GoalStatus.FAIL]
    half = [goal.id for goal in goals if goal.status is GoalStatus.PARTIAL]
    if len(failed) > 1:
        told = "all goals fail" if len(failed) == len(goals) else f"goals {_named(failed)} fail"
        return GoalVote(Decision.RETRY, partial=False, caveat=None, reason=told)
    if failed:
        return GoalVote(Decision.REVISE, partial=False, caveat=None, reason=f"goal {failed[0]} fails")
    if half:
        plural = "goals" if len(half) > 1 else "goal"
        caveat = f"Only partly answered: {plural} {_named(half)}."
        return GoalVote(Decision.APPROVE, partial=True, caveat=caveat, reason=f"{plural} {_named(half)} partly met")
    return GoalVote(Decision.APPROVE, partial=False, caveat=None, reason="all goals pass")


def _named(ids: list[str]) -> str:
    return ids[0] if len(ids) == 1 else ", ".join(ids[:-1]) + " and " + ids[-1]
