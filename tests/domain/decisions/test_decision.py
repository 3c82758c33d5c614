"""The decision function, at every boundary and voice by voice (DESIGN, section 5; spec 1, sections 5, 8, 9)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.domain.decisions.cases import ALL_PASS, POLICY, decided, finding, verdict
from validation.domain.check import CheckName, CheckState, DecisionSource
from validation.domain.claim import Requirement
from validation.domain.decisions.bands import band_of, shown
from validation.domain.decisions.decision import decide
from validation.domain.decisions.evidence_opinion import EvidenceOpinion
from validation.domain.decisions.goals import ScoredGoal
from validation.domain.finding import Finding, Severity
from validation.domain.policy import ResponsePolicy
from validation.domain.verdict import Backtracking, CheckOpinion, Decision, GoalStatus, ReasonTag, Verdict


@pytest.mark.parametrize(
    ("confidence", "band"),
    [
        (1.0, "APPROVE"),
        (0.80, "APPROVE"),
        (0.1 + 0.7, "APPROVE"),
        (0.7999, "REVISE"),
        (0.795, "REVISE"),
        (0.50, "REVISE"),
        (0.4999, "RETRY"),
        (0.30, "RETRY"),
        (0.2999, "FAIL"),
        (0.0, "FAIL"),
    ],
)
def test_a_boundary_belongs_to_the_upper_band(confidence: float, band: str) -> None:
    assert band_of(confidence, POLICY) == band


@pytest.mark.parametrize(
    ("confidence", "text"), [(0.795, "0.79"), (0.7999, "0.79"), (0.80, "0.80"), (0.29, "0.29"), (1.0, "1.00")]
)
def test_a_shown_confidence_is_rounded_down(confidence: float, text: str) -> None:
    assert shown(confidence) == text


def test_the_specs_approve_example_is_approve() -> None:
    assert decided(verdict("APPROVE", 0.92)).decision == "APPROVE"


def test_the_specs_revise_example_is_revise() -> None:
    said = verdict("REVISE", 0.65, ("claims_supported", "source_metadata_present"), issues=("no url",))
    assert decided(said).decision == "REVISE"


def test_the_specs_retry_example_is_retry() -> None:
    failing = ("claims_supported", "no_hallucinations", "query_addressed", "source_metadata_present")
    assert decided(verdict("RETRY", 0.32, failing, issues=("wrong item",))).decision == "RETRY"


@pytest.mark.parametrize("name", list(CheckName))
def test_a_failing_check_asks_for_revise(name: CheckName) -> None:
    assert decided(verdict("REVISE", 0.9, (name,))).decision == "REVISE"


def test_a_missed_query_asks_for_retry_when_the_evidence_itself_lacks_it() -> None:
    said = verdict("REVISE", 0.6, ("query_addressed",))
    assert decided(said, evidence_missing="Nothing within the budget was found.").decision == "RETRY"


def test_lacking_evidence_alone_does_not_ask_for_retry_when_the_query_is_addressed() -> None:
    assert decided(verdict(), evidence_missing="Nothing on the second item.").decision == "APPROVE"


def test_the_judges_own_decision_is_a_voice() -> None:
    assert decided(verdict("FAIL", 0.35, ("query_addressed",))).decision == "FAIL"


def test_an_unmet_requirement_is_never_approved() -> None:
    unmet = Requirement("under 140 EUR", "budget", met=False)
    assert decided(verdict(), requirements=(unmet,)).decision == "REVISE"


def test_an_unmet_requirement_asks_for_retry_when_the_evidence_cannot_meet_it() -> None:
    unmet = Requirement("under 140 EUR", "budget", met=False, evidence_missing=True)
    assert decided(verdict(), requirements=(unmet,)).decision == "RETRY"


def test_an_unmet_requirement_is_never_approved_with_all_goals_passed() -> None:
    unmet = Requirement("under 140 EUR", "budget", met=False)
    assert decided(verdict(), requirements=(unmet,), scores=(1.0, 1.0)).decision == "REVISE"


def test_a_certain_finding_overrules_a_lenient_judge() -> None:
    assert decided(verdict(), findings=(finding(),)).decision == "REVISE"


def test_a_certain_finding_caps_the_confidence_just_under_approve() -> None:
    assert shown(decided(verdict(), findings=(finding(),)).confidence) == "0.79"


def test_the_raw_confidence_is_kept_beside_the_capped_one() -> None:
    assert decided(verdict(confidence=0.92), findings=(finding(),)).raw_confidence == 0.92


def test_a_certain_finding_that_the_judge_saw_too_does_not_cap() -> None:
    said = verdict("REVISE", 0.55, ("no_hallucinations",))
    assert decided(said, findings=(finding(),)).confidence == 0.55


@pytest.mark.parametrize(
    ("requirement", "shown_as"),
    [
        (Requirement("under 140 EUR", "budget", met=False), "0.79"),
        (Requirement("under 140 EUR", "budget", met=False, evidence_missing=True), "0.49"),
    ],
)
def test_the_confidence_lies_in_the_band_of_the_decision(requirement: Requirement, shown_as: str) -> None:
    found = decided(verdict(confidence=0.92), requirements=(requirement,))
    assert (shown(found.confidence), found.raw_confidence) == (shown_as, 0.92)


def test_a_likely_finding_does_not_overrule_the_judge() -> None:
    assert decided(verdict(), findings=(finding(severity=Severity.LIKELY),)).decision == "APPROVE"


def test_a_doubt_of_the_evidence_checker_is_shown_and_does_not_decide() -> None:
    checks = ALL_PASS | {CheckName.CLAIMS_SUPPORTED: (CheckState.FAIL, "c3 looks unsupported.")}
    check = next(item for item in decided(verdict(), checks=checks).checks if item.name == "claims_supported")
    assert (check.state, check.said_by, "doubts it: c3" in check.reason) == ("pass", (DecisionSource.JUDGE,), True)


def test_a_doubt_decides_a_check_that_the_judge_did_not_look_at() -> None:
    checks = ALL_PASS | {CheckName.CLAIMS_SUPPORTED: (CheckState.FAIL, "c3 looks unsupported.")}
    given = verdict()
    absent = CheckOpinion(CheckState.NOT_APPLICABLE, "There are no claims.")
    given = replace(given, checks={**given.checks, CheckName.CLAIMS_SUPPORTED: absent})
    result = decided(given, checks=checks)
    assert (result.decision, result.checks[0].said_by) == (Decision.REVISE, (DecisionSource.EVIDENCE,))


def test_the_evidence_checker_cannot_pass_what_the_judge_fails() -> None:
    check = decided(verdict("REVISE", 0.7, ("coherent_format",))).checks[3]
    assert (check.state, check.said_by) == (CheckState.FAIL, (DecisionSource.JUDGE,))


def test_a_failure_both_saw_is_said_by_both() -> None:
    check = decided(verdict("REVISE", 0.6, ("no_hallucinations",)), findings=(finding(),)).checks[1]
    assert check.said_by == (DecisionSource.JUDGE, DecisionSource.EVIDENCE)


@pytest.mark.parametrize(
    ("scores", "decision", "partial"),
    [
        ((0.75, 0.75), "APPROVE", False),
        ((0.75, 0.7499), "APPROVE", True),
        ((0.50, 0.50), "APPROVE", True),
        ((0.75, 0.4999), "REVISE", False),
        ((0.50, 0.20), "REVISE", False),
        ((0.90, 0.20, 0.20), "RETRY", False),
        ((0.20, 0.20), "RETRY", False),
        ((0.10,), "APPROVE", False),
    ],
)
def test_the_goal_matrix(scores: tuple[float, ...], decision: str, partial: bool) -> None:
    result = decided(verdict(), scores=scores)
    assert (result.decision, result.partial) == (decision, partial)


def test_a_partial_approval_names_the_goals_that_are_half_met() -> None:
    caveat = 'Only partly answered: goals GOAL_2 ("goal 2") and GOAL_3 ("goal 3").'
    assert decided(verdict(), scores=(0.9, 0.6, 0.55)).caveat == caveat


def test_the_goals_replace_the_query_addressed_voice() -> None:
    said = verdict("APPROVE", 0.9, ("query_addressed",))
    assert decided(said, scores=(0.9, 0.8)).decision == "APPROVE"


def test_query_addressed_fails_when_a_goal_fails() -> None:
    assert decided(verdict(), scores=(0.9, 0.1)).checks[2].state == CheckState.FAIL


@pytest.mark.parametrize(
    ("scores", "vote", "reason"),
    [
        ((0.9, 0.1), 'goal GOAL_2 ("goal 2") fails', 'Not addressed: GOAL_2 ("goal 2").'),
        (
            (0.9, 0.1, 0.2),
            'goals GOAL_2 ("goal 2") and GOAL_3 ("goal 3") fail',
            'Not addressed: GOAL_2 ("goal 2"), GOAL_3 ("goal 3").',
        ),
        ((0.9, 0.6), 'goal GOAL_2 ("goal 2") partly met', "Every goal is addressed at least in part."),
    ],
)
def test_a_goal_is_named_with_what_it_asks(scores: tuple[float, ...], vote: str, reason: str) -> None:
    result = decided(verdict(), scores=scores)
    votes = [one.reason for one in result.voices if one.voice == "goals"]
    assert (votes, result.checks[2].reason) == ([vote], reason)


@pytest.mark.parametrize(
    ("asked", "named"),
    [
        ("", "GOAL_1"),
        ("  how\nheavy  is it ", 'GOAL_1 ("how heavy is it")'),
        ("w" * 60, f'GOAL_1 ("{"w" * 60}")'),
        (f"{'heavy ' * 10}indeed", f'GOAL_1 ("{"heavy " * 9}heavy…")'),
        ("w" * 61, f'GOAL_1 ("{"w" * 59}…")'),
    ],
)
def test_the_name_of_a_goal_takes_one_short_line(asked: str, named: str) -> None:
    assert ScoredGoal("GOAL_1", asked, 0.1, GoalStatus.FAIL).named == named


def test_a_failing_check_speaks_louder_than_passed_goals() -> None:
    assert decided(verdict("REVISE", 0.7, ("claims_supported",)), scores=(0.9, 0.9)).decision == "REVISE"


def test_no_confidence_is_shown_below_zero_however_narrow_the_lowest_band() -> None:
    narrow = ResponsePolicy(retry=0.0005)
    nothing = EvidenceOpinion(ALL_PASS, (), (), None)
    assert decide(verdict("FAIL", 0.0), nothing, (), narrow).confidence == 0.0


@pytest.mark.parametrize(
    ("said", "found", "decision", "confidence"),
    [
        (verdict("REVISE", 0.92, ("claims_supported",)), (), "REVISE", 0.7995),
        (verdict("APPROVE", 0.92), (finding(),), "REVISE", 0.7995),
        (verdict("RETRY", 0.92, ("query_addressed",)), (), "RETRY", 0.7992),
    ],
)
def test_the_confidence_stays_in_the_band_of_the_decision_however_narrow(
    said: Verdict, found: tuple[Finding, ...], decision: str, confidence: float
) -> None:
    narrow = ResponsePolicy(approve=0.80, revise=0.7995, retry=0.7992)
    result = decide(said, EvidenceOpinion(ALL_PASS, found, (), None), (), narrow)
    assert (result.decision, result.confidence, band_of(result.confidence, narrow)) == (decision, confidence, decision)


def test_a_low_band_speaks_louder_than_passed_goals() -> None:
    assert decided(verdict("RETRY", 0.4, ("claims_supported",)), scores=(0.9, 0.9)).decision == "RETRY"


def test_not_applicable_neither_passes_nor_fails_and_does_not_stop_an_approval() -> None:
    absent = {name: CheckOpinion(CheckState.NOT_APPLICABLE, "no claims") for name in CheckName}
    said = Verdict(Decision.APPROVE, 0.9, absent | {CheckName.COHERENT_FORMAT: CheckOpinion(CheckState.PASS)})
    result = decided(said, checks=dict.fromkeys(CheckName, (CheckState.NOT_APPLICABLE, "no claims")))
    states = {check.name: check.state for check in result.checks}
    assert (result.decision, states.pop(CheckName.COHERENT_FORMAT)) == ("APPROVE", CheckState.PASS)
    assert set(states.values()) == {CheckState.NOT_APPLICABLE}


def test_the_issues_name_everything_that_speaks_against_once() -> None:
    unmet = Requirement("two options", "count", met=False, reason="One is named.")
    said = verdict("REVISE", 0.6, ("claims_supported",), issues=("A", "A"))
    assert decided(said, findings=(finding(),), requirements=(unmet,)).issues == (
        "99 EUR does not appear in the evidence.",
        'Not met: "two options". One is named.',
        "A",
    )


def test_an_approval_has_no_issues_and_no_tags() -> None:
    result = decided(verdict(issues=("a trifle",)))
    assert (result.issues, result.reason_tags, result.backtracking) == ((), (), None)


def test_a_revise_suggests_a_local_retry() -> None:
    assert decided(verdict("REVISE", 0.6, ("claims_supported",))).backtracking is Backtracking.LOCAL_RETRY


@pytest.mark.parametrize(
    ("tag", "level"),
    [
        (ReasonTag.TOOL_FAILURE, Backtracking.LOCAL_RETRY),
        (ReasonTag.GOAL_DEPENDENCY_FAILURE, Backtracking.PARTIAL_REPLAN),
        (ReasonTag.WORKFLOW_MISMATCH, Backtracking.FULL_REPLAN),
    ],
)
def test_a_retry_goes_back_as_far_as_its_farthest_tag(tag: ReasonTag, level: Backtracking) -> None:
    said = verdict("RETRY", 0.35, ("query_addressed",), reason_tags=(tag,))
    assert decided(said).backtracking is level


def test_every_voice_is_kept_with_its_reason() -> None:
    voices = {voice.voice: voice.decision for voice in decided(verdict("REVISE", 0.85, ("coherent_format",))).voices}
    assert voices == {"confidence": "APPROVE", "coherent_format": "REVISE", "judge": "REVISE"}
