"""How a figure follows is written as somebody would write it."""

from __future__ import annotations

import pytest

from validation.evidence.quantities.quantity import find_quantities
from validation.evidence.quantities.working import show_working


def working(claim: str, figure: str, evidence: str) -> str:
    told = find_quantities(claim)
    return show_working(next(one for one in told if one.text == figure), claim, told, find_quantities(evidence))


@pytest.mark.parametrize(
    ("claim", "figure", "evidence", "written"),
    [
        ("The mug is 5.5 EUR cheaper.", "5.5 EUR", "mug 7.5 EUR, jug 13 EUR", "13 EUR - 7.5 EUR"),
        ("Together they cost 20.5 EUR.", "20.5 EUR", "mug 7.5 EUR, jug 13 EUR", "7.5 EUR + 13 EUR"),
        ("For 4 it is 30 EUR.", "30 EUR", "mug 7.5 EUR", "4 x 7.5 EUR"),
        ("All three come to 31.5 EUR.", "31.5 EUR", "7.5 EUR; 13 EUR; 11 EUR", "7.5 EUR + 13 EUR + 11 EUR"),
        ("That is 90 EUR a year.", "90 EUR", "fee: 7.5 EUR per month", "12 x 7.5 EUR"),
        ("With the bag it is 176 EUR.", "176 EUR", "price: 148, bag 28 EUR", "28 EUR + 148"),
        ("The ride takes 145 minutes.", "145 minutes", "dep 09:15, arr 11:40", "11:40 - 09:15"),
        ("The night train takes 3 hours.", "3 hours", "dep 23:00, arr 02:00", "02:00 - 23:00"),
        ("Be there at 09:45.", "09:45", "starts 10:00, doors 15 minutes earlier", "10:00 - 15 minutes"),
        ("It is due on 17 March 2026.", "17 March 2026", "3 March 2026, 14 days", "3 March 2026 + 14 days"),
        ("It took 14 days.", "14 days", "3 March 2026; 17 March 2026", "17 March 2026 - 3 March 2026"),
        ("It stood for 33 years.", "33 years", "built 1628, burnt down 1661", "1661 - 1628"),
        ("75 % want it.", "75 %", "asked: 640, in favour: 480", "480 / 640"),
        ("Sales grew by 7 %.", "7 %", "198 in spring, 212 in autumn", "from 198 to 212"),
        ("That is 238 EUR.", "238 EUR", "2800 NOK at 0.085 EUR", "2800 NOK x 0.085 EUR"),
        ("The loop is about 5 miles.", "5 miles", "loop: 8.05 km", "8.05 km"),
    ],
)
def test_how_it_follows(claim: str, figure: str, evidence: str, written: str) -> None:
    assert working(claim, figure, evidence) == written


def test_of_two_ways_the_one_with_figures_of_the_claim_is_shown() -> None:
    evidence = "mug 10 EUR, jug 13 EUR, pot 24 EUR, pan 27 EUR"
    assert working("At 24 EUR the pot is 3 EUR less than the pan.", "3 EUR", evidence) == "27 EUR - 24 EUR"


@pytest.mark.parametrize(
    ("claim", "figure", "evidence"),
    [
        ("It costs 99 EUR.", "99 EUR", "mug 7.5 EUR, jug 13 EUR"),
        ("It costs 1 EUR less.", "1 EUR", "1.5 EUR, 2.5 EUR, 3.5 EUR, 4.5 EUR, 5.5 EUR, 6.5 EUR"),
        ("It is 13 EUR.", "13 EUR", "13 EUR"),
        ("It opened in 1987.", "1987", "1985, 2 years later"),
        ("It is due on 31 June 2026.", "31 June 2026", "1 June 2026, 30 days"),
    ],
)
def test_what_follows_in_no_way_or_by_chance_has_no_working(claim: str, figure: str, evidence: str) -> None:
    assert working(claim, figure, evidence) == ""
