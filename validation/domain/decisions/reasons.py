"""Reason tags for the planner, and how far back each sends it (DESIGN, section 5: Reason tags)."""

from __future__ import annotations

from validation.domain.check import CheckName
from validation.domain.claim import Requirement
from validation.domain.decisions.goals import ScoredGoal
from validation.domain.verdict import Backtracking, Decision, GoalStatus, ReasonTag, Verdict

_LEVEL = {
    ReasonTag.REQUIREMENT_VIOLATION: Backtracking.LOCAL_RETRY,
    ReasonTag.TOOL_FAILURE: Backtracking.LOCAL_RETRY,
    ReasonTag.MISSING_EVIDENCE: Backtracking.PARTIAL_REPLAN,
    ReasonTag.GOAL_DEPENDENCY_FAILURE: Backtracking.PARTIAL_REPLAN,
    ReasonTag.WORKFLOW_MISMATCH: Backtracking.FULL_REPLAN,
}


def tags_for(
    verdict: Verdict, requirements: tuple[Requirement, ...], evidence_missing: str | None, goals: tuple[ScoredGoal, ...]
) -> tuple[ReasonTag, ...]:
    """The judge's own tags first, then those that follow from what was found; each once."""
    tags = list(verdict.reason_tags)
    if any(not requirement.met for requirement in requirements):
        tags.append(ReasonTag.REQUIREMENT_VIOLATION)
    grounded = (CheckName.CLAIMS_SUPPORTED, CheckName.NO_HALLUCINATIONS, CheckName.SOURCE_METADATA_PRESENT)
    if evidence_missing or any(not verdict.checks[name].state.holds for name in grounded):
        tags.append(ReasonTag.MISSING_EVIDENCE)
    if sum(goal.status is GoalStatus.FAIL for goal in goals) > 1:
        tags.append(ReasonTag.GOAL_DEPENDENCY_FAILURE)
    return tuple(dict.fromkeys(tags))


def backtracking_for(decision: Decision, tags: tuple[ReasonTag, ...]) -> Backtracking | None:
    """The farthest level that a tag suggests. A REVISE needs no new plan, so it never goes beyond a local retry; a
    FAIL sends the planner nowhere, it asks the user."""
    if decision is Decision.REVISE:
        return Backtracking.LOCAL_RETRY
    if decision is Decision.FAIL:
        return Backtracking.CLARIFY
    levels = list(Backtracking)
    return max((_LEVEL[tag] for tag in tags), key=levels.index, default=Backtracking.PARTIAL_REPLAN)
