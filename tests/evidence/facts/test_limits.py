"""Limits that a claim compares with, and units that a bare number may lack."""

from __future__ import annotations

import pytest

from tests.evidence.facts.test_outcomes import outcome
from validation.evidence.facts.outcome import SupportState

KILN = "The kiln reaches 1,240 degrees Celsius in 95 minutes. Four shelves are heated."
QUARRY = "The quarry shipped 12,500 tonnes of slate last year."


@pytest.mark.parametrize(
    ("evidence", "claim", "known"),
    [
        (KILN, "The kiln reaches 1,240 degrees Celsius in under two hours.", SupportState.SUPPORTED),
        (KILN, "The kiln heats in four minutes.", SupportState.UNKNOWN),
        (QUARRY, "The quarry shipped 12,500 tonnes.", SupportState.SUPPORTED),
        (QUARRY, "The quarry shipped 12,500 kilos.", SupportState.UNKNOWN),
    ],
)
def test_a_limit_is_held_against_the_value(evidence: str, claim: str, known: SupportState) -> None:
    assert outcome(evidence, claim).known is known


@pytest.mark.parametrize(
    "claim",
    ["At most 4 scoops a day.", "You shouldn't take more than 4 scoops a day.", "Take no more than four scoops a day."],
)
def test_what_must_not_be_exceeded_is_the_most(claim: str) -> None:
    assert outcome("Do not take more than 4 scoops a day.", claim).known is SupportState.SUPPORTED


def test_what_a_text_states_as_its_own_limit_is_no_comparison() -> None:
    assert (
        outcome("The lift carries up to 320 kg.", "The lift carries up to 400 kg.").known is not SupportState.SUPPORTED
    )


def test_a_limit_that_the_evidence_sets_has_no_other_within_it() -> None:
    evidence = "Drivers must be at least 23 and hold a licence for two years."
    assert outcome(evidence, "Drivers must be at least 21.").known is not SupportState.SUPPORTED


def test_a_limit_turned_round_is_a_contradiction() -> None:
    assert (
        outcome("Do not take more than 4 scoops a day.", "Take at least 4 scoops a day.").known
        is SupportState.CONTRADICTED
    )


WARRANTY = "Mixers carry 12 months of warranty. It can be extended by 12 months for 39.00 CHF."
SLOTS = "Slots: 15:40 taken, 15:50 free, 16:00 taken, 16:10 taken, 16:50 taken, 17:00 taken, 17:10 free, 17:30 free."


@pytest.mark.parametrize(
    ("evidence", "claim"),
    [
        ("Do not use it for longer than seven days.", "Use it no more than seven days."),
        ("Do not use it for longer than seven days.", "You can use it for seven days."),
        (
            "Do not use it for longer than 3 days without asking a doctor.",
            "You should ask a doctor if you need it for more than 3 days.",
        ),
        (WARRANTY, "The mixer has 12 months of warranty."),
        (WARRANTY, "You can add another 12 months for 39 CHF."),
        ("On Velo 13 and older it is not supported.", "It is not supported on Velo 13 or older."),
        ("It has not received changes for more than 60 seconds.", "It was without changes for over 60 seconds."),
        (SLOTS, "After five o'clock the slots 17:10 and 17:30 are free."),
        ("Petra lamp, E14 socket, bulb not included, not dimmable, 32.00 EUR", "The Petra lamp isn't dimmable."),
    ],
)
def test_what_may_both_be_true_is_no_contradiction(evidence: str, claim: str) -> None:
    assert outcome(evidence, claim).known is not SupportState.CONTRADICTED
