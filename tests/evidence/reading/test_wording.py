"""Figures in other words are read as the evidence gives them."""

from __future__ import annotations

import pytest

from tests.evidence.turns import with_evidence
from validation.evidence.check_response import check_response
from validation.evidence.reading.wording import as_worded, with_halves_of_day, with_percentages
from validation.judge.embedded import APPROVE_EDGE

TOWN = "The town has 383726 inhabitants."


@pytest.mark.parametrize(
    ("claim", "evidence", "exact"),
    [
        ("About 384000 people live there.", TOWN, "383726 people live there."),
        ("It is about 5 km long.", "The path is 4.8 km long.", "It is 4.8 km long."),
        ("It costs around 30 EUR.", "Price: 29.9 EUR", "It costs 29.9 EUR."),
        ("Over 383000 people live there.", TOWN, "383726 people live there."),
        ("More than 380000 people live there.", TOWN, "383726 people live there."),
        ("It is just over 12 km long.", "The path is 12.3 km long.", "It is 12.3 km long."),
        ("Just under 384000 people live there.", TOWN, "383726 people live there."),
        ("Sales grew by more than 12 %.", "Sales grew by 12.6 %.", "Sales grew by 12.6 %."),
        ("It costs slightly over 30 EUR.", "Price: 30.4 EUR", "It costs 30.4 EUR."),
        ("The peak is just under 3 km high.", "The peak is 2.962 km high.", "The peak is 2.962 km high."),
    ],
)
def test_it_stands_for_what_it_rounds(claim: str, evidence: str, exact: str) -> None:
    assert as_worded(claim, evidence) == exact


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("About 348000 people live there.", TOWN),
        ("Over 370000 people live there.", TOWN),
        ("More than 384000 people live there.", TOWN),
        ("No more than 383000 people live there.", TOWN),
        ("They are not over 383000.", TOWN),
        ("Do not take it for more than 4 days.", "It must not be taken for more than 4 days."),
        ("Just over 384000 people live there.", TOWN),
        ("Just under 380000 people live there.", TOWN),
        ("Groups of more than 10 get 10 % off.", "Groups of 12 or more get 10 % off."),
        ("Groups of more than 10 get 10 % off.", "Groups of 12 or more get 10 % off.\nGroups of 12: free parking."),
        ("Seniors over 60 pay 6 EUR.", "Seniors aged 65 and over pay 6 EUR."),
        ("Orders over 70 EUR ship free.", "Orders from 75 EUR ship free."),
        ("Riders must be over 130 cm tall.", "Riders: 132 cm."),
        ("Riders over 130 cm may ride.", "The minimum height is 132 cm."),
        ("Bags over 20 kg cost extra.", "Bags over 20 kg cost extra, Lea's weighs 23 kg."),
        ("Over 2000 people rated it.", "Nilo: 2318 ratings. Orsa: 2086 ratings."),
        ("Not for children below 3 years.", "Not for children below 3 years."),
        ("384000 people live there.", TOWN),
        ("It costs about 30 EUR.", "Lumo: 29.9 EUR\nOrbit: 30.5 EUR"),
        ("It is about 5 km long.", "The ticket costs 5.1 EUR."),
        ("About noon.", "12:05"),
    ],
)
def test_what_it_does_not_round_or_may_round_twice_stays(claim: str, evidence: str) -> None:
    assert as_worded(claim, evidence) == claim


def test_a_claim_that_rounds_is_supported() -> None:
    evidence = with_evidence("The town has 383,726 inhabitants.")
    assert check_response(evidence, "Around 384,000 people live there.").grounded > 0.85


def test_a_claim_that_rounds_something_else_is_not() -> None:
    assert check_response(with_evidence(TOWN), "Around 348,000 people live there.").grounded < APPROVE_EDGE


@pytest.mark.parametrize(
    ("claim", "evidence", "worded"),
    [
        ("Shipping is free.", "shipping: 0 EUR; total: 30 EUR", "Shipping is 0 EUR."),
        ("Children get in for free.", "adults 12 EUR; children 0 EUR", "Children get in for 0 EUR."),
        ("Returns are free of charge.", "returns: 0 EUR", "Returns are 0 EUR."),
        ("Shipping is free.", "shipping: 5 EUR", "Shipping is free."),
        ("Shipping is free.", "shipping: free; discount: 0 EUR", "Shipping is free."),
        ("It is gluten-free.", "surcharge: 0 EUR", "It is gluten-free."),
    ],
)
def test_what_is_free_costs_nought(claim: str, evidence: str, worded: str) -> None:
    assert as_worded(claim, evidence) == worded


@pytest.mark.parametrize(("claim", "is_right"), [("Shipping is free.", True), ("The parking is free.", False)])
def test_a_thing_is_free_where_its_price_is_nought(claim: str, is_right: bool) -> None:
    report = check_response(with_evidence("Shipping: 0 EUR\nParking: 5 EUR\nTotal: 35 EUR"), claim)
    assert (report.grounded > 0.75) is is_right


@pytest.mark.parametrize(
    ("claim", "evidence", "exact"),
    [
        ("About a third of it is sold.", "34 % of it is sold.", "34 % of it is sold."),
        ("Nearly three quarters of it is sold.", "74 percent of it is sold.", "74 percent of it is sold."),
        ("A fifth of them know it.", "21 percent know it.", "21 percent of them know it."),
        ("Nearly half of them know it.", "51 percent know it.", "Nearly half of them know it."),
        ("More than half of them know it.", "51 percent know it.", "More than half of them know it."),
        ("A third of them know it.", "A third of them know it.", "A third of them know it."),
    ],
)
def test_a_fraction_stands_for_the_percentage_that_it_rounds(claim: str, evidence: str, exact: str) -> None:
    assert with_percentages(claim, evidence) == exact


@pytest.mark.parametrize(
    ("evidence", "claim", "meant"),
    [
        ("It starts at half past two.", "It starts at 2:30 pm.", "It starts at 14:30."),
        ("It starts at half past two.", "It starts at 2:30.", "It starts at half past two."),
        ("It starts at half past two.", "It starts at 3:30 pm.", "It starts at half past two."),
        ("It starts at seven in the morning.", "It starts at 7 pm.", "It starts at seven in the morning."),
        ("It starts at 10:00.", "It starts at 10 pm.", "It starts at 10:00."),
    ],
)
def test_a_spoken_time_is_of_the_half_of_the_day_that_the_claim_names(evidence: str, claim: str, meant: str) -> None:
    assert with_halves_of_day(evidence, claim) == meant
