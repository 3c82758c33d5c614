"""Fractions in words as the percentages that they say, and what only sounds like one."""

from __future__ import annotations

import pytest

from tests.evidence.turns import with_evidence
from validation.evidence.check_response import check_response
from validation.evidence.quantities.equality import same
from validation.evidence.quantities.quantity import Kind, find_quantities
from validation.judge.embedded import APPROVE_EDGE

POLL = "41 percent of those asked back the bridge, 38 percent oppose it and 21 percent do not know."


@pytest.mark.parametrize(
    ("said", "held"),
    [
        ("a quarter of the members", "25 percent"),
        ("two thirds of the glacier", "66.7 %"),
        ("two-thirds of it", "67 %"),
        ("an eighth of them", "12.5 %"),
        ("half of the bridges", "50%"),
        ("half the shops", "50%"),
        ("sales fell by a third last year", "33 percent"),
        ("crime was cut by half within a year", "50 percent"),
        ("the value dropped by less than a tenth.", "10 percent"),
        ("one in five patients", "20 %"),
        ("up to 1 in 100 people", "1 %"),
        ("nine in ten households", "90 %"),
        ("about a third of the sales", "34 %"),
        ("nearly half of the residents", "48 %"),
        ("a fifth of those asked", "21 %"),
        ("a third of revenue", "one in three customers"),
        ("a third of one county", "33 %"),
        ("it rose to a third of the members", "33 %"),
        ("it fell to a fifth of the voters", "20 %"),
        ("half of the old town", "50 %"),
        ("a third of the price", "33 %"),
        ("the deposit comes to a third of the price", "33 %"),
        ("up to half of the old town", "50 %"),
        ("access to a third of the old documents", "33 %"),
        ("half of one person's income", "50 %"),
    ],
)
def test_a_fraction_is_the_percentage_that_it_says(said: str, held: str) -> None:
    (fraction,), (share,) = find_quantities(said), find_quantities(held)
    assert same(fraction, share)


@pytest.mark.parametrize(
    ("said", "held"),
    [
        ("a quarter of the members", "35 percent"),
        ("more than a third of the members", "34 percent"),
        ("a third of the members", "two thirds of the members"),
        ("about half of the members", "74 percent"),
    ],
)
def test_a_fraction_is_no_other_percentage(said: str, held: str) -> None:
    (fraction,), (share,) = find_quantities(said), find_quantities(held)
    assert not same(fraction, share)


@pytest.mark.parametrize(
    "text",
    [
        "by a third party",
        "followed by third in 2020",
        "at a quarter past nine",
        "by half past nine",
        "half of an hour",
        "a third of a cup",
        "a quarter mile down",
        "half the price",
        "emissions fell to a third of their 1990 level",
        "the fee was cut to half of the old price",
        "traffic fell to about two fifths of its peak",
        "the first half of the match",
        "a week and a half of rain",
        "three quarters of 2024",
        "two quarters of losses",
        "the third of May",
        "a two-thirds majority",
        "a lane of 1 in 8",
        "one in ten minutes",
        "red ones and one in ten colours",
    ],
)
def test_what_sounds_like_a_fraction_is_no_percentage(text: str) -> None:
    assert Kind.PERCENT not in [one.kind for one in find_quantities(text)]


@pytest.mark.parametrize(
    ("evidence", "claim"),
    [
        ("A quarter of the members voted against the plan.", "25 percent of the members voted against the plan."),
        ("Demand for heat pumps rose by a quarter in 2025.", "In 2025 demand for heat pumps went up 25%."),
        ("One in ten people is left-handed.", "10 percent of people are left-handed."),
        ("Exports made up 34 percent of revenue.", "Exports made up about a third of revenue."),
        ("In Brack 48 % of residents rent their home.", "In Brack almost half of the residents rent their home."),
        (POLL, "One in five does not know."),
    ],
)
def test_a_share_may_be_told_either_way(evidence: str, claim: str) -> None:
    grounded = check_response(with_evidence(evidence), claim).grounded
    assert grounded is not None
    assert grounded >= APPROVE_EDGE


@pytest.mark.parametrize(
    ("evidence", "claim"),
    [
        ("A quarter of the members voted against the plan.", "35 percent of the members voted against the plan."),
        ("Women hold 33.4 percent of the seats in Arn.", "Half of the seats in Arn are held by women."),
        ("20 percent of the adults in Meren smoke.", "A quarter of the adults in Meren smoke."),
        ("In Brack 48 % of residents rent their home.", "More than half of the residents of Brack rent."),
        (POLL, "Half of those asked support the bridge."),
        ("Emissions fell to a third of their 1990 level.", "Emissions fell by a third."),
        ("The fee fell to a quarter of the 2020 price.", "The fee fell by 25 percent."),
    ],
)
def test_another_share_is_not_approved(evidence: str, claim: str) -> None:
    grounded = check_response(with_evidence(evidence), claim).grounded
    assert grounded is not None
    assert grounded < APPROVE_EDGE


@pytest.mark.parametrize(
    ("text", "percent"),
    [
        ("a quarter of one percent", 1.0),
        ("three quarters of one percentage point", 1.0),
        ("a tenth of one per cent", 1.0),
        ("a third of the planned 60%", 60.0),
        ("half of the 8 percent", 8.0),
        ("a fifth of its 10 % stake", 10.0),
    ],
)
def test_a_fraction_of_a_percentage_is_no_percentage_itself(text: str, percent: float) -> None:
    assert [one.candidates[0] for one in find_quantities(text) if one.kind is Kind.PERCENT] == [percent]


@pytest.mark.parametrize("text", ["two thirds of the 1,200 members", "a quarter of its 12 branches"])
def test_a_fraction_of_what_is_counted_is_a_percentage(text: str) -> None:
    assert find_quantities(text)[0].kind is Kind.PERCENT


def test_a_fraction_of_what_is_listed_is_not_reported_as_missing() -> None:
    shops = "Bakery Lind: open. Florist Ahl: closed. Kiosk Remm: open. Butcher Voss: closed."
    found = check_response(with_evidence(shops), "Half of the shops are open.").findings
    assert "number_not_in_evidence" not in [one.code for one in found]
