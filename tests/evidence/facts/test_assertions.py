"""Values that the evidence holds without stating them."""

from __future__ import annotations

import pytest

from tests.evidence.facts.test_outcomes import outcome
from validation.evidence.facts.outcome import Known

CLAIM = "The Vela S costs 27.50 EUR."


@pytest.mark.parametrize(
    "evidence",
    [
        "It is not true that the Vela S costs 27.50 EUR.",
        "The shop denies that the Vela S costs 27.50 EUR.",
        "The claim that the Vela S costs 27.50 EUR is false.",
        "The Vela S might cost 27.50 EUR.",
        "Reportedly the Vela S costs 27.50 EUR.",
        "Does the Vela S cost 27.50 EUR?",
        "TODO: check whether the Vela S costs 27.50 EUR.",
        "If you take a dozen, the Vela S costs 27.50 EUR.",
        "Until 2021 the Vela S cost 27.50 EUR.",
        "From 2040 the Vela S will cost 27.50 EUR.",
        "Unlike the Vela S, the Orno 3 costs 27.50 EUR.",
        "The Orno 3 costs 27.50 EUR; the Vela S is dearer.",
        "Shipping of the Vela S costs 27.50 EUR.",
        "The deposit for the Vela S is 27.50 EUR.",
    ],
)
def test_a_value_that_is_not_stated_of_a_thing_carries_nothing(evidence: str) -> None:
    assert outcome(f"- {evidence}", CLAIM).known is not Known.SUPPORTED


@pytest.mark.parametrize(
    ("evidence", "claim"),
    [
        ("The Vela S costs 27.50 EUR.", CLAIM),
        ("The Vela S costs 27.50 EUR; if you take a dozen, 24.00 EUR.", CLAIM),
        ("If you take a dozen, the Vela S costs 24.00 EUR.", "If you take a dozen, the Vela S costs 24.00 EUR."),
        ("The Vela S might cost 27.50 EUR.", "The Vela S might cost 27.50 EUR."),
        ("The Vela S costs 27.50 EUR, shipping 4.90 EUR.", CLAIM),
        ("Does the Vela S cost 27.50 EUR? Yes, the Vela S costs 27.50 EUR.", CLAIM),
        ("The Vela S costs 27.50 EUR, the Orno 3 31.00 EUR.", CLAIM),
    ],
)
def test_a_value_that_is_stated_carries_what_says_it_alike(evidence: str, claim: str) -> None:
    assert outcome(f"- {evidence}", claim).known is Known.SUPPORTED
