"""The judge's structured answer, before the policy is applied (spec 1, section 6)."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from validation.domain.check import CheckName, CheckState


class Decision(StrEnum):
    """Decisions in order of severity; the most severe vote wins."""

    APPROVE = "APPROVE"
    REVISE = "REVISE"
    RETRY = "RETRY"
    FAIL = "FAIL"

    @property
    def severity(self) -> int:
        return _ORDER.index(self)


class AnalysisStatus(StrEnum):
    """The statuses of the query-analysis gate (spec 2)."""

    PASS = "pass"
    RETRY = "retry"
    CLARIFY = "clarify"


_ORDER = (Decision.APPROVE, Decision.REVISE, Decision.RETRY, Decision.FAIL)


def most_severe(decisions: tuple[Decision, ...]) -> Decision:
    return max(decisions, key=lambda decision: decision.severity)


class GoalStatus(StrEnum):
    PASS = "PASS"
    PARTIAL = "PARTIAL"
    FAIL = "FAIL"


class ReasonTag(StrEnum):
    """Why the planner must act (DESIGN, section 5: Reason tags)."""

    REQUIREMENT_VIOLATION = "requirement_violation"
    TOOL_FAILURE = "tool_failure"
    MISSING_EVIDENCE = "missing_evidence"
    WORKFLOW_MISMATCH = "workflow_mismatch"
    GOAL_DEPENDENCY_FAILURE = "goal_dependency_failure"


class Backtracking(StrEnum):
    """How far back the planner should go, mildest first."""

    LOCAL_RETRY = "local_retry"
    PARTIAL_REPLAN = "partial_replan"
    FULL_REPLAN = "full_replan"
    CLARIFY = "clarify"


@dataclass(frozen=True, slots=True)
class CheckOpinion:
    """The judge's opinion on one check."""

    state: CheckState
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Verdict:
    """A judge's answer. `confidence` is 0.0-1.0; `goals` maps goal ids to scores of 0.0-1.0."""

    decision: Decision
    confidence: float
    checks: dict[CheckName, CheckOpinion]
    issues: tuple[str, ...] = ()
    revision_hints: str = ""
    suggested_fixes: str = ""
    goals: dict[str, float] = field(default_factory=dict)
    reason_tags: tuple[ReasonTag, ...] = ()
    notes: str = ""
