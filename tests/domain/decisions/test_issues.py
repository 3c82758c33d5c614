"""Whatever is not approved says why."""

from __future__ import annotations

from hypothesis import assume, given
from hypothesis import strategies as st

from tests.domain.decisions.cases import ALL_PASS, POLICY, decided, finding, verdict
from validation.domain.check import CheckName, CheckState
from validation.domain.decisions.consistency import contradiction
from validation.domain.verdict import CheckOpinion, Decision, Verdict

ADDRESSED = CheckName.QUERY_ADDRESSED
REASON = f"{ADDRESSED} judged"


def test_a_reason_that_the_goals_overrule_is_an_issue_of_the_rejection() -> None:
    said = verdict("RETRY", 0.45, (ADDRESSED,))
    assert decided(said, scores=(0.8, 0.8)).issues == (REASON,)


def test_it_stays_an_issue_next_to_others() -> None:
    said = verdict("RETRY", 0.45, (ADDRESSED,))
    assert REASON in decided(said, findings=(finding(),), scores=(0.8, 0.8)).issues


def test_the_reason_of_a_check_that_fails_stands_before_it() -> None:
    said = verdict("REVISE", 0.75, (ADDRESSED, CheckName.CLAIMS_SUPPORTED))
    assert decided(said, scores=(0.9, 0.9)).issues == (f"{CheckName.CLAIMS_SUPPORTED} judged", REASON)


def test_it_leads_the_fixes() -> None:
    said = verdict("RETRY", 0.45, (ADDRESSED,), suggested_fixes="Search again.")
    assert decided(said, scores=(0.8, 0.8)).suggested_fixes == f"{REASON}. Search again."


def test_a_failing_check_without_a_reason_is_named() -> None:
    checks = {name: CheckOpinion(CheckState.FAIL if name is ADDRESSED else CheckState.PASS, "") for name in CheckName}
    assert decided(Verdict(Decision.REVISE, 0.6, checks)).issues == ("Query addressed: failed.",)


def test_a_confidence_that_alone_rejects_is_the_issue() -> None:
    assert decided(verdict("APPROVE", 0.6)).issues == ("The judge's confidence is 0.60; 0.80 is needed to approve.",)


STATES = st.fixed_dictionaries({name: st.sampled_from(CheckState) for name in CheckName})
CHECKS = STATES.map(lambda states: {name: CheckOpinion(state, "") for name, state in states.items()})
SCORES = st.lists(st.sampled_from([0.1, 0.6, 0.9]), max_size=3).map(tuple)
ISSUES = st.sampled_from([(), (" ",), ("It lacks something.",)])
VERDICTS = st.builds(Verdict, st.sampled_from(Decision), st.floats(0, 1), CHECKS, ISSUES)


@given(VERDICTS, st.lists(st.just(finding()), max_size=1), STATES, SCORES)
def test_whatever_is_not_approved_has_an_issue(
    said: Verdict, found: list, states: dict, scores: tuple[float, ...]
) -> None:
    assume(contradiction(said, POLICY) is None)
    checks = {name: (state, "") for name, state in states.items()}
    result = decided(said, findings=tuple(found), checks=ALL_PASS | checks, scores=scores)
    assert result.decision is Decision.APPROVE or any(map(str.strip, result.issues))
