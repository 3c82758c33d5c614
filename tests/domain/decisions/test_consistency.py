"""Which verdicts contradict themselves."""

from __future__ import annotations

import pytest

from tests.domain.decisions.cases import verdict
from validation.domain.check import CheckName, CheckState
from validation.domain.decisions.consistency import contradiction
from validation.domain.policy import ResponsePolicy
from validation.domain.verdict import CheckOpinion, Decision, Verdict

POLICY = ResponsePolicy()
ALL = tuple(CheckName)


@pytest.mark.parametrize(
    ("decision", "confidence", "failing", "issues"),
    [
        pytest.param(Decision.APPROVE, 0.92, (), (), id="example 9.1"),
        pytest.param(
            Decision.REVISE,
            0.65,
            (CheckName.CLAIMS_SUPPORTED, CheckName.SOURCE_METADATA_PRESENT),
            ("The price has no source.", "The feature stands in no result."),
            id="example 9.2",
        ),
        pytest.param(
            Decision.RETRY,
            0.32,
            tuple(name for name in CheckName if name is not CheckName.COHERENT_FORMAT),
            ("Another kind of item was searched.",),
            id="example 9.3",
        ),
        pytest.param(Decision.REVISE, 0.95, (CheckName.COHERENT_FORMAT,), (), id="one band apart"),
        pytest.param(Decision.APPROVE, 0.5, (), (), id="approval one band below"),
        pytest.param(Decision.FAIL, 0.3, ALL, (), id="fail on the lower edge of RETRY"),
        pytest.param(Decision.REVISE, 0.6, (), ("The tone is off.",), id="an issue without a failing check"),
        pytest.param(Decision.REVISE, 0.6, (CheckName.COHERENT_FORMAT,), (), id="a failing check without an issue"),
    ],
)
def test_a_verdict_that_holds_together_has_no_contradiction(
    decision: Decision, confidence: float, failing: tuple[CheckName, ...], issues: tuple[str, ...]
) -> None:
    assert contradiction(verdict(decision, confidence, failing=failing, issues=issues), POLICY) is None


@pytest.mark.parametrize("name", CheckName)
def test_an_approval_that_fails_a_check_contradicts_itself(name: CheckName) -> None:
    told = contradiction(verdict(Decision.APPROVE, 0.95, failing=(name,)), POLICY)
    assert told is not None
    assert told.message == f"The verdict is APPROVE, yet it fails {name.value}."


@pytest.mark.parametrize(
    ("decision", "confidence"),
    [
        (Decision.APPROVE, 0.4999),
        (Decision.APPROVE, 0.0),
        (Decision.REVISE, 0.2999),
        (Decision.RETRY, 0.80),
        (Decision.FAIL, 0.50),
        (Decision.FAIL, 1.0),
    ],
)
def test_a_decision_two_bands_from_its_confidence_contradicts_itself(decision: Decision, confidence: float) -> None:
    failing = () if decision is Decision.APPROVE else ALL
    told = contradiction(verdict(decision, confidence, failing=failing), POLICY)
    assert told is not None
    assert "bands away" in told.message


@pytest.mark.parametrize(
    ("decision", "confidence"), [(Decision.REVISE, 0.6), (Decision.RETRY, 0.4), (Decision.FAIL, 0.1)]
)
@pytest.mark.parametrize("issues", [(), ("", "  ")])
def test_a_rejection_that_faults_nothing_contradicts_itself(
    decision: Decision, confidence: float, issues: tuple[str, ...]
) -> None:
    told = contradiction(verdict(decision, confidence, issues=issues), POLICY)
    assert told is not None
    assert told.message == f"The verdict is {decision}, yet it names no issue and fails no check."


def test_the_bands_are_those_of_the_policy() -> None:
    strict = ResponsePolicy(approve=0.95, revise=0.9, retry=0.85)
    doubtful = verdict(Decision.APPROVE, 0.86)
    assert contradiction(doubtful, POLICY) is None
    assert contradiction(doubtful, strict) is not None


def without_application(*applying: CheckName) -> dict[CheckName, CheckOpinion]:
    states = {name: CheckState.PASS if name in applying else CheckState.NOT_APPLICABLE for name in CheckName}
    return {name: CheckOpinion(state) for name, state in states.items()}


@pytest.mark.parametrize("name", CheckName)
def test_a_check_that_does_not_apply_is_no_failing_check(name: CheckName) -> None:
    assert contradiction(Verdict(Decision.APPROVE, 0.9, without_application(name)), POLICY) is None


@pytest.mark.parametrize("goals", [{}, {"GOAL_1": 1.0, "GOAL_2": 1.0}])
def test_an_approval_for_which_no_check_applies_contradicts_itself(goals: dict[str, float]) -> None:
    told = contradiction(Verdict(Decision.APPROVE, 0.9, without_application(), goals=goals), POLICY)
    assert told is not None
    assert told.message == "The verdict is APPROVE, yet none of its checks applies, so nothing was judged."
