"""A response too long to be examined whole: its beginning is, and nobody is told that the rest holds."""

from __future__ import annotations

from functools import cache

import pytest

from validation.domain.attempt import Submission
from validation.domain.check import CheckName, CheckState
from validation.domain.policy import ResponsePolicy
from validation.domain.verdict import Decision
from validation.evidence.text.limit import MOST_CHARACTERS, MOST_CLAIMS, MOST_EVIDENCE, part_to_check
from validation.response.gate.gate import GateResult, judge_response

ROW = "| Lumo H4 | 49.90 EUR |"
CONTEXT = (
    f"## 0. User Query\nWhat does the Lumo H4 cost?\n\n## 4. Tool Results\n| lamp | price |\n|---|---|\n{ROW}\n\n"
    "https://lampenladen.example/p/lumo-h4\n"
)


def long_response(rows: int) -> str:
    return "| lamp | price |\n|---|---|\n" + f"{ROW}\n" * rows + "\nSource: https://lampenladen.example/p/lumo-h4\n"


@cache
def judged(response: str, context: str = CONTEXT) -> GateResult:
    return judge_response(Submission("turn_1", context, response), policy=ResponsePolicy())


def until(response: str) -> int:
    return len(part_to_check(response).text)


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
    assert len(judged(long_response(MOST_CLAIMS + 10)).report.claims) == MOST_CLAIMS


def test_a_response_behind_the_characters_is_not_even_split() -> None:
    part = part_to_check("It is red. " * MOST_CHARACTERS)
    assert part.text.endswith("It is red.")
    assert len(part.spans) == MOST_CLAIMS


MUCH = "The shop is in Berlin.\n" * (MOST_EVIDENCE // 20)
UNREAD = {
    "evidence_unchecked": CONTEXT + MUCH,
    "query_unchecked": CONTEXT.replace("cost?\n", "cost?\n" + "I like lamps.\n" * 6_000),
}
ANSWER = "The Lumo H4 costs 49.90 EUR ([shop](https://lampenladen.example/p/lumo-h4))."


def test_a_plain_answer_on_short_evidence_is_approved() -> None:
    result = judged(ANSWER)
    assert result.decided is not None
    assert result.decided.decision is Decision.APPROVE


@pytest.mark.parametrize("code", UNREAD)
def test_what_was_not_read_of_the_context_is_said_and_never_approved(code: str) -> None:
    result = judged(ANSWER, UNREAD[code])
    assert code in {finding.code for finding in result.report.findings}
    assert result.decided is not None
    assert result.decided.decision is not Decision.APPROVE


def test_fresh_results_are_read_before_remembered_ones() -> None:
    context = CONTEXT.replace("## 4. Tool", f"## 2. Gathered Context\n{MUCH}\n## 4. Tool")
    links = [link for claim in judged(ANSWER, context).report.claims for link in claim.evidence]
    assert {link.section for link in links} == {4}
