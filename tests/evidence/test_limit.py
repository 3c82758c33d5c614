"""A response too long to be examined whole: its beginning is, and nobody is told that the rest holds."""

from __future__ import annotations

from functools import cache

from validation.domain.attempt import Submission
from validation.domain.check import CheckName, CheckState
from validation.domain.policy import ResponsePolicy
from validation.domain.verdict import Decision
from validation.evidence.claims import split_claims
from validation.evidence.limit import MOST_CHARACTERS, MOST_CLAIMS, checked_until
from validation.response.gate.gate import Judged, judge_response

ROW = "| Lumo H4 | 49.90 EUR |"
CONTEXT = (
    f"## 0. User Query\nWhat does the Lumo H4 cost?\n\n## 4. Tool Results\n| lamp | price |\n|---|---|\n{ROW}\n\n"
    "https://lampenladen.example/p/lumo-h4\n"
)


def long_response(rows: int) -> str:
    return "| lamp | price |\n|---|---|\n" + f"{ROW}\n" * rows + "\nSource: https://lampenladen.example/p/lumo-h4\n"


@cache
def judged(response: str) -> Judged:
    return judge_response(Submission("turn_1", CONTEXT, response), policy=ResponsePolicy())


def until(response: str) -> int:
    return checked_until(response, split_claims(response))


def test_a_response_within_the_limits_is_checked_whole() -> None:
    response = long_response(MOST_CLAIMS - 10)
    assert until(response) == len(response)


def test_checking_ends_behind_a_whole_claim() -> None:
    response = long_response(MOST_CLAIMS + 10)
    assert response[: until(response)].endswith(ROW)


def test_one_endless_claim_is_checked_up_to_the_limit() -> None:
    assert until("lamp " * MOST_CHARACTERS) == MOST_CHARACTERS


def test_what_nobody_checked_is_never_approved() -> None:
    result = judged(long_response(MOST_CLAIMS + 10))
    assert result.decided is not None
    assert result.decided.decision is not Decision.APPROVE
    assert result.decided.confidence < ResponsePolicy().approve


def test_the_reviewer_is_told_how_much_was_checked() -> None:
    response = long_response(MOST_CLAIMS + 10)
    report = judged(response).report
    check = report.checks[CheckName.CLAIMS_SUPPORTED]
    [finding] = [found for found in report.findings if found.code == "rest_unchecked"]
    assert (check.state, check.reason) == (CheckState.FAIL, finding.message)
    assert (finding.start, finding.end) == (until(response), len(response))
    assert "nothing is known of the other 12 statements" in finding.message


def test_claims_behind_the_limit_are_not_examined() -> None:
    assert len(judged(long_response(3 * MOST_CLAIMS)).report.claims) == MOST_CLAIMS
