"""What is worked out in a cell of a response is of its own row."""

from __future__ import annotations

import pytest

from tests.evidence.facts.test_outcomes import outcomes
from validation.evidence.facts.outcome import SupportState

BRANCHES = "Branch | Income | Expenses\nLund | 52,300 EUR | 41,800 EUR\nVale | 120,000 EUR | 85,000 EUR"
WORKSHOPS = "| Workshop | Places | Booked |\n|---|---|---|\n| Clay | 14 | 9 |\n| Print | 18 | 11 |"
SHOPS = "| Shop | 2023 | 2024 |\n|---|---|---|\n| Dock | 310,000 EUR | 342,000 EUR |\n" + (
    "| Mill | 198,000 EUR | 187,000 EUR |"
)
PARCELS = '[{"parcel": "Aro", "gross_g": 1450, "tare_g": 210}, {"parcel": "Bel", "gross_g": 980, "tare_g": 130}]'


def table(*rows: str) -> str:
    head, *others = rows
    return "\n".join([f"| {head} |", "|---" * (head.count("|") + 1) + "|", *(f"| {row} |" for row in others)])


@pytest.mark.parametrize(
    ("evidence", "rows"),
    [
        (BRANCHES, ("Branch | Profit", "Lund | 10,500 EUR", "Vale | 35,000 EUR")),
        (BRANCHES, ("Branch | Turnover", "Lund | 52,300 EUR")),
        (WORKSHOPS, ("Workshop | Places left", "Clay | 5", "Print | 7")),
        (SHOPS, ("Shop | Change", "Dock | +32,000 EUR", "Mill | -11,000 EUR")),
        (SHOPS, ("Shop | Behind Dock in 2024", "Mill | 155,000 EUR")),
        (PARCELS, ("Parcel | Contents", "Aro | 1,240 g", "Bel | 850 g")),
    ],
)
def test_what_follows_from_its_own_row_or_column_is_carried(evidence: str, rows: tuple[str, ...]) -> None:
    assert {one.known for one in outcomes(evidence, table(*rows))} == {SupportState.SUPPORTED}


@pytest.mark.parametrize(
    ("evidence", "rows"),
    [
        (BRANCHES, ("Branch | Profit", "Lund | 35,000 EUR", "Vale | 10,500 EUR")),
        (BRANCHES, ("Branch | Income | Surplus", "Vale | 120,000 EUR | 10,500 EUR")),
        (SHOPS, ("Shop | Both years", "Mill | 652,000 EUR")),
        (SHOPS, ("Shop | Growth", "Dock | 11,000 EUR")),
        (PARCELS, ("Parcel | Contents", "Aro | 850 g")),
    ],
)
def test_what_follows_from_another_row_is_not(evidence: str, rows: tuple[str, ...]) -> None:
    assert SupportState.SUPPORTED not in {one.known for one in outcomes(evidence, table(*rows), "What did they make?")}


def test_an_amount_of_the_query_is_not_held_against_the_row() -> None:
    [found] = outcomes(BRANCHES, table("Branch | Goal", "Vale | 10,500 EUR"), "Who is above my goal of 10,500 EUR?")
    assert not found.missing
