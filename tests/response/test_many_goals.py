"""A plan that lists more goals than the gate scores."""

from __future__ import annotations

import pytest

from tests.texts import CONTEXT, GOOD
from validation.domain.attempt import MOST_GOALS, Submission
from validation.domain.policy import ResponsePolicy
from validation.response.gate.gate import GateResult, judge_response


def judged(goals: int) -> GateResult:
    lines = "\n".join(f"- GOAL_{number}: Find the quietest kettle under 60 EUR" for number in range(1, goals + 1))
    context = CONTEXT.replace("- GOAL_1: Find the quietest kettle under 60 EUR", lines)
    return judge_response(Submission("turn_1", context, GOOD), policy=ResponsePolicy())


def test_as_many_goals_as_the_limit_are_scored() -> None:
    decided = judged(MOST_GOALS).decided
    assert decided is not None
    assert (decided.decision, len(decided.goals)) == ("APPROVE", MOST_GOALS)


def test_goals_beyond_the_limit_are_not_scored() -> None:
    decided = judged(MOST_GOALS + 1).decided
    assert decided is not None
    assert len(decided.goals) == MOST_GOALS


def test_a_response_to_more_goals_is_not_approved_and_says_why() -> None:
    decided = judged(999).decided
    assert decided is not None
    assert decided.decision == "REVISE"
    assert decided.issues[0] == "Section 3 lists 999 goals; at most 50 are scored. List fewer."


@pytest.mark.parametrize("goals", [0, MOST_GOALS])
def test_no_more_goals_is_no_finding(goals: int) -> None:
    assert "goals_unscored" not in {finding.code for finding in judged(goals).report.findings}
