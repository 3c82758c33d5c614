"""Values that the evidence states, with the condition, doubt, time or range that a claim repeats."""

from __future__ import annotations

import pytest

from tests.evidence.facts.test_outcomes import outcome, outcomes
from validation.evidence.facts.outcome import SupportState

CLAIM = "The Vela S costs 27.50 EUR."


@pytest.mark.parametrize(
    "evidence",
    [
        "It is not true that the Vela S costs 27.50 EUR.",
    ],
)
def test_a_value_that_is_not_stated_of_a_thing_carries_nothing(evidence: str) -> None:
    assert outcome(f"- {evidence}", CLAIM).known is not SupportState.SUPPORTED


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
    assert outcome(f"- {evidence}", claim).known is SupportState.SUPPORTED


@pytest.mark.parametrize(
    ("evidence", "claim"),
    [
        ("In 2019 the Vela S cost 27.50 EUR.", "In 2019 the Vela S cost 27.50 EUR."),
        ("The Vela S costs from 27.50 EUR.", "The Vela S costs from 27.50 EUR."),
        ("The Vela S was reduced from 35.00 to 27.50 EUR.", "The Vela S was reduced to 27.50 EUR."),
        ("The Vela S costs 27.50 to 48.00 EUR.", "The Vela S costs between 27.50 and 48.00 EUR."),
        ("The Vela S costs 27.50 EUR a month.", "The Vela S costs 27.50 EUR a month."),
        ("Vela S, 27.50 EUR, sold out", "The Vela S costs 27.50 EUR."),
        ("The hall has 300 m².", "The hall has 300 m²."),
    ],
)
def test_what_repeats_time_range_or_period_is_supported(evidence: str, claim: str) -> None:
    assert outcome(f"- {evidence}", claim).known is SupportState.SUPPORTED


def test_a_fraction_is_a_word_like_half() -> None:
    evidence = "- The drill needs 30 minutes, the press 90 minutes."
    assert outcome(evidence, "The drill needs ½ the time of the press.").known is not SupportState.SUPPORTED


@pytest.mark.parametrize("claim", ["¾", "Take ⅔ of it.", "It takes ¾ the time."])
def test_a_fraction_at_the_end_of_a_text_is_read(claim: str) -> None:
    assert outcomes("- The drill needs 30 minutes.", claim)


def test_a_soup_is_no_support_and_no_supply() -> None:
    assert outcome("- Support und Service am Montag.", "Suppe am Montag.").known is not SupportState.SUPPORTED
