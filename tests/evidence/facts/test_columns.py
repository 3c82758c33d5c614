"""What is worked out in a cell of a response is of its own row."""

from __future__ import annotations

import pytest

from tests.evidence.facts.test_outcomes import outcomes
from validation.evidence.facts.outcome import SupportState

SHOPS = "| Shop | Price | Stock |\n|---|---|---|\n| Lumen | 49 EUR | 12 |\n| Brick | 55 EUR | 4 |"
DOSES = "| Drug | Adults | Maximum |\n|---|---|---|\n| Pavistan | 40 mg | 80 mg |\n| Nolvex | 20 mg | 60 mg |"
TEAMS = '[{"team": "Ops", "lead": "Mara Lind", "members": 6}, {"team": "Web", "lead": "Otto Beck", "members": 11}]'
FLATS = "| Flat | Rent | Service charge |\n|---|---|---|\n| Alder | 900 EUR | 120 EUR |\n| Birch | 750 EUR | 95 EUR |"
CAMPAIGNS = "Campaign | Budget | Spent\nAlba | 4,000 EUR | 3,150 EUR\nKora | 6,500 EUR | 2,900 EUR"
LEAVE = "| Employee | Taken | Entitlement |\n|---|---|---|\n| Bjorn Ekdahl | 9 | 25 |\n| Chen Weiming | 19 | 28 |"
SALES = "Branch | Sales | Costs\nTarn | 41,200 EUR | 30,150 EUR\nVale | 45,900 EUR | 31,400 EUR"
BUDGETS = "Project | Spent | Remaining budget\nDune | 8,700 EUR | 3,800 EUR\nMoor | 4,100 EUR | 5,700 EUR"
STORE = "sku,on_hand,reserved\nBX-100,420,60\nBX-200,95,20"
BILLS = "Client | Invoice | Paid\nAro | 900 EUR | 350 EUR\nBel | 700 EUR | 480 EUR"
URLAUB = "Name | Anspruch | Genommen\nIda Berg | 30 | 12\nTom Bach | 28 | 20"
SEATS = "| Line | Places | Free seats | Booked |\n|---|---|---|---|\n| North | 60 | 15 | 45 |\n| South | 80 | 30 | 50 |"
PROJECTS = (
    '[{"project": "Dune", "budget_eur": 12500, "spent_eur": 8700, "committed_eur": 1300},'
    ' {"project": "Moor", "budget_eur": 9800, "spent_eur": 4100, "committed_eur": 2200}]'
)


def table(*rows: str) -> str:
    head, *others = rows
    return "\n".join([f"| {head} |", "|---" * (head.count("|") + 1) + "|", *(f"| {row} |" for row in others)])


@pytest.mark.parametrize(
    ("evidence", "rows"),
    [
        (CAMPAIGNS, ("Campaign | Remaining", "Alba | 850 EUR", "Kora | 3,600 EUR")),
        (CAMPAIGNS, (" | Alba | Kora", "Remaining | 850 EUR | 3,600 EUR")),
        (LEAVE, ("Employee | Remaining", "Chen Weiming | 9")),
        (LEAVE, ("Employee | Days left", "Bjorn Ekdahl | 16")),
        (PROJECTS, ("Project | Remaining", "Dune | 2,500 EUR", "Moor | 3,500 EUR")),
        (SALES, ("Branch | Profit", "Tarn | 11,050 EUR", "Vale | 14,500 EUR")),
        (SALES, ("Branch | Sum", "Tarn | 71,350 EUR", "Vale | 77,300 EUR")),
        (FLATS, ("Flat | Total", "Alder | 1,020 EUR", "Birch | 845 EUR")),
        (SEATS, ("Line | Seats left", "North | 15", "South | 30")),
        (BUDGETS, ("Project | Remaining budget", "Dune | 3,800 EUR", "Moor | 5,700 EUR")),
        (BILLS, ("Client | Remaining", "Aro | 550 EUR", "Bel | 220 EUR")),
        (URLAUB, ("Name | Übrig", "Ida Berg | 18", "Tom Bach | 8")),
    ],
)
def test_what_follows_from_its_own_row_is_carried(evidence: str, rows: tuple[str, ...]) -> None:
    assert {one.known for one in outcomes(evidence, table(*rows))} == {SupportState.SUPPORTED}


@pytest.mark.parametrize(
    ("evidence", "rows"),
    [
        (CAMPAIGNS, ("Campaign | Remaining", "Alba | 3,600 EUR", "Kora | 850 EUR")),
        (CAMPAIGNS, ("Campaign | Remaining", "Alba | 2,500 EUR", "Kora | 250 EUR")),
        (CAMPAIGNS, ("Campaign | Remaining", "Alba | 7,150 EUR", "Kora | 9,400 EUR")),
        (SALES, ("Branch | Profit", "Tarn | 14,500 EUR", "Vale | 11,050 EUR")),
        (SALES, ("Branch | Sum", "Tarn | 77,300 EUR", "Vale | 71,350 EUR")),
        (FLATS, ("Flat | Total", "Alder | 845 EUR", "Birch | 1,020 EUR")),
        (LEAVE, ("Employee | Remaining", "Chen Weiming | 47", "Bjorn Ekdahl | 34")),
    ],
)
def test_what_follows_from_another_row_is_not(evidence: str, rows: tuple[str, ...]) -> None:
    assert SupportState.SUPPORTED not in {one.known for one in outcomes(evidence, table(*rows))}


@pytest.mark.parametrize(
    ("evidence", "rows"),
    [
        (CAMPAIGNS, ("Campaign | Remaining", "Alba | 3,150 EUR")),
        (CAMPAIGNS, ("Campaign | Remaining", "Alba | 4,000 EUR")),
        (LEAVE, ("Employee | Days left", "Bjorn Ekdahl | 9")),
        (STORE, ("SKU | Available", "BX-100 | 60")),
        (SEATS, ("Line | Seats left", "North | 45")),
        (BILLS, ("Client | Remaining", "Aro | 350 EUR")),
        (BILLS, ("Client | Remaining", "Aro | 900 EUR")),
        (URLAUB, ("Name | Übrig", "Ida Berg | 12")),
        (SALES, ("Branch | Profit", "Tarn | 41,200 EUR")),
        (SALES, ("Branch | Profit", "Tarn | 30,150 EUR")),
    ],
)
def test_what_was_taken_is_not_what_is_left(evidence: str, rows: tuple[str, ...]) -> None:
    [found] = outcomes(evidence, table(*rows))
    assert found.known is not SupportState.SUPPORTED


def test_what_is_left_of_the_amount_that_the_query_names_is_not_held_against_the_row() -> None:
    trips = table("City | Fuel | Toll | Parking", "Bern | 18 EUR | 7 EUR | 12 EUR", "Graz | 46 EUR | 11 EUR | 9 EUR")
    [found] = outcomes(trips, table("City | Total | Left", "Bern | 37 EUR | 63 EUR"), "Show trips for my 100 EUR")
    assert found.known is SupportState.SUPPORTED


@pytest.mark.parametrize(
    ("left", "state"),
    [
        (("Alba | 850 EUR", "Kora | 3,600 EUR"), SupportState.SUPPORTED),
        (("Alba | 3,600 EUR", "Kora | 850 EUR"), SupportState.UNKNOWN),
        (("Alba | 7,150 EUR", "Kora | 9,400 EUR"), SupportState.UNKNOWN),
    ],
)
def test_what_is_left_follows_from_the_row_whatever_amount_the_query_names(
    left: tuple[str, ...], state: SupportState
) -> None:
    found = outcomes(CAMPAIGNS, table("Campaign | Left", *left), "Who spent at least 100 EUR, what is left?")
    assert {one.known for one in found} == {state}
