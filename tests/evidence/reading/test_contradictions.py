"""A contradiction that only the reader finds is shown with the line that contradicts, not the one that sounds alike."""

from __future__ import annotations

import pytest

from tests.evidence.turns import with_evidence
from validation.evidence.check_response import check_response


@pytest.mark.parametrize(
    ("evidence", "claim", "quote"),
    [
        (
            "The set includes the lamp and a cable. Batteries are not included.",
            "The set includes batteries.",
            "Batteries are not included.",
        ),
        (
            "The pool area has a sauna, showers and a bar for guests. Dogs are not allowed there.",
            "The pool area has a sauna and a bar, and dogs are allowed there.",
            "Dogs are not allowed there.",
        ),
        (
            "Take one tablet in the morning with water. Do not drive for two hours afterwards.",
            "Take one tablet in the morning with water; you may drive right afterwards.",
            "Do not drive for two hours afterwards.",
        ),
    ],
)
def test_the_line_that_speaks_against_the_claim_is_quoted(evidence: str, claim: str, quote: str) -> None:
    found = check_response(with_evidence(evidence), claim).findings
    (message,) = [one.message for one in found if one.code == "statement_contradicted"]
    assert f"“{quote}”" in message


@pytest.mark.parametrize(
    ("evidence", "claim", "quote"),
    [
        (
            "The pool area has a sauna, showers and a bar for guests. Dogs are not allowed there.",
            "The pool area has 3 saunas and a bar, and dogs are allowed there.",
            "Dogs are not allowed there.",
        ),
        (
            "Take one tablet in the morning with water. Do not drive for two hours afterwards.",
            "Take one tablet in the morning with 200 ml of water; you may drive right afterwards.",
            "Do not drive for two hours afterwards.",
        ),
    ],
)
def test_the_reasons_of_a_claim_quote_it_too(evidence: str, claim: str, quote: str) -> None:
    (judged,) = check_response(with_evidence(evidence), claim).claims
    assert any(f"reads otherwise: “{quote}”" in reason for reason in judged.reasons)
