"""What is left out (`except`), by how much (`2,000 fewer`), what is undone (`unopened`), and what `it` points to."""

from __future__ import annotations

import pytest

from tests.evidence.facts.test_outcomes import outcome
from validation.evidence.facts.outcome import SupportState

MUSEUM = "The museum is closed on Mondays, except on public holidays."
FLAT = "Unfurnished except for a fitted kitchen."
RETURNS = "Unopened tins can be returned. Opened tins cannot be returned."
FERRY = "Nordvik: 07:30, 12:15\nSandøy: 08:10, 13:00\n"
CONCERT = "About 12,400 people came to the concert, 2,000 fewer than last year."
LOG = "[2026-03-02 10:14] payment 8812 status=declined\n[2026-03-02 10:20] payment 8813 status=accepted\n"
BOARD = "08:05 Malmen platform 3\n08:14 Lund platform 5\n"


@pytest.mark.parametrize(
    ("evidence", "claim"),
    [
        (MUSEUM, "The museum is closed on Mondays, apart from public holidays."),
        (MUSEUM, "The museum is closed on Mondays, with the exception of public holidays."),
        (FLAT, "It is unfurnished apart from a fitted kitchen."),
        ("All rooms have a bath except room 12.", "All rooms apart from room 12 have a bath."),
        (RETURNS, "Unopened tins can be returned."),
        (LOG, "Payment 8812 was declined and payment 8813 was accepted."),
        (BOARD, "The 08:14 to Lund leaves from platform 5."),
    ],
)
def test_the_same_in_other_words_is_no_contradiction(evidence: str, claim: str) -> None:
    assert outcome(evidence, claim).known is not SupportState.CONTRADICTED


@pytest.mark.parametrize(
    ("evidence", "claim"),
    [
        (BOARD, "The 08:14 to Lund leaves from platform 3."),
    ],
)
def test_what_is_turned_round_is_contradicted(evidence: str, claim: str) -> None:
    assert outcome(evidence, claim).known is SupportState.CONTRADICTED


@pytest.mark.parametrize(
    ("evidence", "claim"),
    [
        (CONCERT, "2,000 fewer people than last year came to the concert."),
        ("Sales rose by 300 units to 1,500 units.", "Sales rose by 300 units."),
        ("Ana is 3 cm taller than Bo.", "Bo is 3 cm shorter than Ana."),
    ],
)
def test_a_difference_told_from_the_other_side_is_no_contradiction(evidence: str, claim: str) -> None:
    assert outcome(evidence, claim).known is not SupportState.CONTRADICTED


def test_what_it_points_to_is_named_by_the_query() -> None:
    found = outcome(FERRY, "It leaves at 07:30.", "When does the ferry to Sandøy leave?")
    assert [conflict.instead for conflict in found.conflicts] == ["08:10"]
