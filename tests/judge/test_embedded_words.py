"""What the judge without an LLM tells of a response that it can neither approve nor fault."""

import pytest

from validation.domain.attempt import Submission
from validation.domain.check import CheckName, CheckState
from validation.domain.claim import Claim, ClaimState
from validation.domain.decisions.decision import DecisionResult
from validation.domain.finding import Finding, Severity
from validation.domain.policy import ResponsePolicy
from validation.domain.verdict import CheckOpinion, Decision, Verdict
from validation.evidence.report import EvidenceReport
from validation.judge.embedded import verdict_of
from validation.response.gate.gate import judge_response

FIRM, WEAK = "The mill was built in 1741.", "It was sold to a baker soon after."


def judged(grounded: float) -> Verdict:
    report = EvidenceReport(
        claims=(
            Claim("c1", FIRM, 0, len(FIRM), ClaimState.SUPPORTED, 0.97),
            Claim("c2", WEAK, len(FIRM) + 1, len(FIRM) + 1 + len(WEAK), ClaimState.SUPPORTED, 0.74),
        ),
        findings=(),
        requirements=(),
        checks={name: CheckOpinion(CheckState.PASS, "") for name in CheckName},
        grounded=grounded,
    )
    return verdict_of(report, f"{FIRM} {WEAK}")


def decided_of(context: str, response: str) -> DecisionResult:
    decided = judge_response(Submission("turn_1", context, response), policy=ResponsePolicy()).decided
    assert decided is not None
    return decided


@pytest.mark.parametrize(("grounded", "told"), [(0.799, "0.79"), (0.595, "0.59"), (0.5, "0.50")])
def test_a_probability_under_the_edge_is_never_shown_as_the_edge(grounded: float, told: str) -> None:
    assert f"Weakest support ({told}" in judged(grounded).issues[0]


def test_the_claim_the_evidence_carries_least_is_named() -> None:
    (issue,) = judged(0.6).issues
    assert WEAK in issue
    assert FIRM not in issue


def test_what_is_said_wrongly_is_told_before_its_form() -> None:
    response = f"{FIRM} {WEAK}"
    wall = Finding("wall_of_text", Severity.CERTAIN, CheckName.COHERENT_FORMAT, 0, len(response), "A wall of text.")
    wrong = Finding("number_not_in_evidence", Severity.CERTAIN, CheckName.NO_HALLUCINATIONS, 22, 26, "No 1741.")
    failing = {name: CheckOpinion(CheckState.FAIL, "") for name in (wall.check, wrong.check)}
    report = EvidenceReport(claims=(), findings=(wall, wrong), requirements=(), checks=failing, grounded=None)
    assert verdict_of(report, response).issues[:2] == ("No 1741.", "A wall of text.")


def test_an_approved_response_has_no_issue() -> None:
    assert judged(0.9).issues == ()


def test_a_check_that_the_evidence_says_nothing_of_does_not_apply() -> None:
    silent = EvidenceReport((), (), (), {CheckName.QUERY_ADDRESSED: CheckOpinion(CheckState.PASS, "")}, None)
    verdict = verdict_of(silent, "Good morning.")
    states = {name: opinion.state for name, opinion in verdict.checks.items()}
    assert states == dict.fromkeys(CheckName, CheckState.NOT_APPLICABLE) | {CheckName.QUERY_ADDRESSED: CheckState.PASS}
    assert verdict.decision is Decision.APPROVE


def test_what_the_planner_is_told_says_no_reason_twice() -> None:
    context = (
        "## 0. User Query\nfind a kitchen radio with DAB under 60 euros\n\n"
        "## 4. Tool Results\n| radio | price |\n|---|---|\n| Ondo K2 with DAB | 74.50 EUR |\n\nhttps://radio.example/ondo-k2\n"
    )
    response = "The [Ondo K2 with DAB](https://radio.example/ondo-k2) costs 74.50 EUR."
    decided = decided_of(context, response)
    assert decided.decision is Decision.RETRY
    assert decided.suggested_fixes.count("under 60 euros") == 2, "as what was asked, and in the reason"
    assert decided.suggested_fixes.endswith("Gather evidence for it.")


def test_a_missing_source_is_asked_for_in_whole_sentences_with_its_address() -> None:
    context = (
        "## 0. User Query\nIs there a head torch?\n\n"
        "## 4. Tool Results\n- Lumo H2: 29.90 EUR, 200 lumens. https://torches.example/lumo-h2\n"
    )
    response = "The Lumo H2 costs 29.90 EUR and gives 200 lumens."
    decided = decided_of(context, response)
    assert decided.decision is Decision.REVISE
    assert decided.revision_hints == (
        "The price 29.90 EUR is shown without the url that the evidence has for it. "
        'Link "The Lumo H2 costs 29.90 EUR and gives 200 lumens." to <https://torches.example/lumo-h2>.'
    )
