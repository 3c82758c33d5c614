"""Several goals in one query: each is scored, and together they have one vote (spec 1, section 8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from validation.domain.check import CheckName
from validation.domain.claim import Requirement
from validation.domain.policy import ResponsePolicy
from validation.domain.verdict import Backtracking, Decision, GoalStatus, ReasonTag, Verdict

_LEVEL = {
    ReasonTag.REQUIREMENT_VIOLATION: Backtracking.LOCAL_RETRY,
    ReasonTag.TOOL_FAILURE: Backtracking.LOCAL_RETRY,
    ReasonTag.MISSING_EVIDENCE: Backtracking.PARTIAL_REPLAN,
    ReasonTag.GOAL_DEPENDENCY_FAILURE: Backtracking.PARTIAL_REPLAN,
    ReasonTag.WORKFLOW_MISMATCH: Backtracking.FULL_REPLAN,
}

_NAMED_BY = 60


@dataclass(frozen=True, slots=True)
class ScoredGoal:
    """`score` is 0.0-1.0."""

    id: str
    description: str
    score: float
    status: GoalStatus

    @property
    def named(self) -> str:
        """`GOAL_2 ("how heavy is it")`: id and description in one line, the latter in at most 60 characters."""
        asked = " ".join(self.description.split())
        if len(asked) > _NAMED_BY:
            asked = f"{asked[:_NAMED_BY].rpartition(' ')[0] or asked[: _NAMED_BY - 1]}…"
        return f'{self.id} ("{asked}")' if asked else self.id


@dataclass(frozen=True, slots=True)
class GoalVote:
    """The vote of the matrix. `caveat` names the goals that are only partly met by an approval."""

    decision: Decision
    reason: str
    failed: tuple[ScoredGoal, ...] = ()
    caveat: str | None = None


def status_of(score: float, policy: ResponsePolicy) -> GoalStatus:
    """Spec 1, section 8.1; a boundary belongs to the better status."""
    if score >= policy.goal_pass:
        return GoalStatus.PASS
    if score >= policy.goal_partial:
        return GoalStatus.PARTIAL
    return GoalStatus.FAIL


def vote_of_goals(goals: tuple[ScoredGoal, ...]) -> GoalVote | None:
    """The matrix of spec 1, section 8.2. None for fewer than two goals: a single goal has no vote."""
    if len(goals) < 2:
        return None
    failed = tuple(goal for goal in goals if goal.status is GoalStatus.FAIL)
    half = tuple(goal for goal in goals if goal.status is GoalStatus.PARTIAL)
    if len(failed) > 1:
        reason = "all goals fail" if len(failed) == len(goals) else f"goals {_listed(failed)} fail"
        return GoalVote(Decision.RETRY, reason, failed)
    if failed:
        return GoalVote(Decision.REVISE, f"goal {failed[0].named} fails", failed)
    if half:
        listed = f"{'goals' if len(half) > 1 else 'goal'} {_listed(half)}"
        return GoalVote(Decision.APPROVE, f"{listed} partly met", caveat=f"Only partly answered: {listed}.")
    return GoalVote(Decision.APPROVE, "all goals pass")


def _listed(goals: Sequence[ScoredGoal]) -> str:
    names = [goal.named for goal in goals]
    return names[0] if len(names) == 1 else ", ".join(names[:-1]) + " and " + names[-1]


def tags_for(
    verdict: Verdict, *, unmet: Sequence[Requirement], evidence_missing: str | None, failed_goals: Sequence[ScoredGoal]
) -> tuple[ReasonTag, ...]:
    """The judge's tags, then those that follow from the findings, without repeats."""
    tags = list(verdict.reason_tags)
    if unmet:
        tags.append(ReasonTag.REQUIREMENT_VIOLATION)
    grounded = (CheckName.CLAIMS_SUPPORTED, CheckName.NO_HALLUCINATIONS, CheckName.SOURCE_METADATA_PRESENT)
    if evidence_missing or any(not verdict.checks[name].state.holds for name in grounded):
        tags.append(ReasonTag.MISSING_EVIDENCE)
    if len(failed_goals) > 1:
        tags.append(ReasonTag.GOAL_DEPENDENCY_FAILURE)
    return tuple(dict.fromkeys(tags))


def backtracking_for(decision: Decision, tags: tuple[ReasonTag, ...]) -> Backtracking | None:
    """The farthest level that a tag suggests. A REVISE needs no new plan, so at most a local retry; a FAIL goes to the
    user instead of the planner."""
    if decision is Decision.REVISE:
        return Backtracking.LOCAL_RETRY
    if decision is Decision.FAIL:
        return Backtracking.CLARIFY
    levels = list(Backtracking)
    return max((_LEVEL[tag] for tag in tags), key=levels.index, default=Backtracking.PARTIAL_REPLAN)
