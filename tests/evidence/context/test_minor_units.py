"""Amounts in cents, as payment systems hand them over."""

from __future__ import annotations

import pytest

from tests.evidence.turns import with_evidence
from validation.evidence.check_response import check_response
from validation.evidence.context.index import EvidenceIndex
from validation.evidence.context.items import collect
from validation.evidence.context.minor_units import names_minor_units

OBJECTS = (
    '[{"name": "Aro kettle", "price_cents": 3990, "currency": "EUR", "weight_g": 850}, '
    '{"name": "Bel kettle", "price_cents": 5400, "currency": "EUR", "weight_g": 910}]'
)
TABLE = (
    "| name | price (cents) | currency | weight |\n|---|---|---|---|\n| Aro kettle | 3990 | EUR | 850 g |\n"
    "| Bel kettle | 5400 | EUR | 910 g |"
)
CSV = "name,priceCents,currency\nAro kettle,3990,EUR\nBel kettle,5400,EUR\n"
LINES = "name: Aro kettle\nprice_eur_cents: 3990\nstock: 12"
NESTED = '{"invoice": "R-17", "currency": "USD", "lines": [{"title": "Hosting", "amount_minor": 3990}]}'
NO_CURRENCY = '[{"name": "Aro kettle", "price_in_cents": 3990, "stock": 12}]'
TWO = '[{"plan": "Solo", "fee_cents": 3990, "currency": "EUR"}, {"plan": "Team", "fee_cents": 5400, "currency": "USD"}]'
CASES = {"objects": OBJECTS, "table": TABLE, "csv": CSV, "lines": LINES, "no currency": NO_CURRENCY, "two": TWO}


def money(evidence: str) -> list[tuple[float, str]]:
    index = EvidenceIndex(collect(with_evidence(evidence)))
    return [(one.candidates[0], one.unit) for figures in index.figures for one in figures if one.kind.value == "money"]


@pytest.mark.parametrize(
    ("evidence", "amounts"),
    [
        (OBJECTS, [(39.9, "EUR"), (54.0, "EUR")]),
        (TABLE, [(39.9, "EUR"), (54.0, "EUR")]),
        (CSV, [(39.9, "EUR"), (54.0, "EUR")]),
        (LINES, [(39.9, "EUR")]),
        ('{"id": "price_1", "price_cents": 2900, "currency": "eur"}', [(29.0, "EUR")]),
        (TWO, [(39.9, "EUR"), (54.0, "USD")]),
        ("plan,price_cents,currency\nSolo,2900,EUR\nTeam,3500,USD\n", [(29.0, "EUR"), (35.0, "USD")]),
        (NESTED, [(39.9, "USD")]),
        (NO_CURRENCY, [(39.9, "cent")]),
        ('{"name": "Aro kettle", "price": 3990, "currency": "EUR"}', []),
        ('{"name": "Aro kettle", "price_cents": 39.90, "currency": "EUR"}', []),
        ("| year | share (percent) |\n|---|---|\n| 2024 | 12 |\n| 2025 | 14 |", []),
    ],
)
def test_amounts_in_cents_are_read_in_the_currency_beside_them(evidence: str, amounts: list[tuple[float, str]]) -> None:
    assert money(evidence) == amounts


@pytest.mark.parametrize(
    ("evidence", "response_md"),
    [
        ("Humidity per cent: 45", "The humidity is 45 %."),
        ("| region | Share (per cent) |\n|---|---|\n| North | 45 |\n| South | 55 |", "The North has a share of 45 %."),
        ('{"region": "North", "turnout_per_cent": 45}', "The turnout in the North is 45 %."),
    ],
)
def test_a_number_under_per_cent_is_a_share(evidence: str, response_md: str) -> None:
    report = check_response(with_evidence(evidence), response_md)
    assert "number_not_in_evidence" not in {str(one.code) for one in report.findings}


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize(
    ("said", "is_found"), [("39.90 EUR", False), ("3990 cents", False), ("3990 EUR", True), ("399 EUR", True)]
)
def test_an_amount_in_cents_is_no_amount_a_hundred_times_as_high(case: str, said: str, is_found: bool) -> None:
    report = check_response(with_evidence(CASES[case]), f"It costs {said}.")
    assert any(str(one.code) == "money_not_in_evidence" for one in report.findings) is is_found


@pytest.mark.parametrize(
    ("response_md", "is_supported"),
    [
        ("The Aro kettle costs 39.90 EUR.", True),
        ("The Bel kettle costs 54 EUR and weighs 910 g.", True),
        ("The Aro kettle costs 54 EUR.", False),
        ("The Aro kettle costs 3990 EUR.", False),
    ],
)
@pytest.mark.parametrize("evidence", [OBJECTS, TABLE])
def test_a_price_in_cents_is_that_of_its_thing(evidence: str, response_md: str, is_supported: bool) -> None:
    [claim] = check_response(with_evidence(evidence), response_md).claims
    assert (claim.state == "supported") is is_supported


@pytest.mark.parametrize(
    "name", ["price_cents", "priceCents", "amount (cents)", "Cents", "amount_minor", "minorUnits", "Super cents"]
)
def test_a_name_that_says_cents(name: str) -> None:
    assert names_minor_units(name)


@pytest.mark.parametrize(
    "name",
    [
        "percent",
        "share_percent",
        "Per cent",
        "Share (per cent)",
        "Share in per cent",
        "share_per_cent",
        "sharePerCent",
        "recent",
        "incidents",
        "cents_off",
        "Ursa Minor Beta",
    ],
)
def test_a_name_that_says_no_cents(name: str) -> None:
    assert not names_minor_units(name)
