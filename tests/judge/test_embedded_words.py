"""What the judge without an LLM tells of a response that it can neither approve nor fault."""

import pytest

from validation.domain.check import CheckName, CheckState
from validation.domain.claim import Claim, ClaimState
from validation.domain.verdict import Verdict
from validation.evidence.report import EvidenceCheck, EvidenceReport
from validation.judge.embedded import verdict_of

FIRM, WEAK = "The mill was built in 1741.", "It was sold to a baker soon after."


def judged(grounded: float) -> Verdict:
    report = EvidenceReport(
        claims=(
            Claim("c1", FIRM, 0, len(FIRM), ClaimState.SUPPORTED, 0.97),
            Claim("c2", WEAK, len(FIRM) + 1, len(FIRM) + 1 + len(WEAK), ClaimState.SUPPORTED, 0.74),
        ),
        findings=(),
        requirements=(),
        checks={name: EvidenceCheck(CheckState.PASS, "") for name in CheckName},
        grounded=grounded,
    )
    return verdict_of(report, f"{FIRM} {WEAK}")


@pytest.mark.parametrize(("grounded", "told"), [(0.799, "0.79"), (0.595, "0.59"), (0.5, "0.50")])
def test_a_probability_under_the_edge_is_never_shown_as_the_edge(grounded: float, told: str) -> None:
    assert f"Weakest support ({told}" in judged(grounded).issues[0]


def test_the_claim_the_evidence_carries_least_is_named() -> None:
    (issue,) = judged(0.6).issues
    assert WEAK in issue
    assert FIRM not in issue


def test_an_approved_response_has_no_issue() -> None:
    assert judged(0.9).issues == ()
