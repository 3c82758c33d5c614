"""How a figure follows is written as somebody would write it."""

from __future__ import annotations

import pytest

from validation.evidence.quantities.quantity import find_quantities
from validation.evidence.quantities.time_spans import is_span
from validation.evidence.quantities.working import find_working


def working(claim: str, figure: str, evidence: str) -> str:
    told = find_quantities(claim)
    wanted = next(one for one in told if one.text == figure)
    found = find_working(wanted, told, find_quantities(evidence))
    return found.expression if found else ""


@pytest.mark.parametrize(
    ("claim", "figure", "evidence", "written"),
    [
        ("The mug is 5.5 EUR cheaper.", "5.5 EUR", "mug 7.5 EUR, jug 13 EUR", "13 EUR - 7.5 EUR"),
        ("Together they cost 20.5 EUR.", "20.5 EUR", "mug 7.5 EUR, jug 13 EUR", "7.5 EUR + 13 EUR"),
        ("It comes to 30 EUR.", "30 EUR", "4 mugs, 7.5 EUR each", "4 x 7.5 EUR"),
        ("That is 12.5 EUR each.", "12.5 EUR", "300 EUR for 24 seats", "300 EUR / 24"),
        ("All three come to 31.5 EUR.", "31.5 EUR", "7.5 EUR; 13 EUR; 11 EUR", "7.5 EUR + 13 EUR + 11 EUR"),
        ("With the bag it is 176 EUR.", "176 EUR", "price: 148, bag 28 EUR", "28 EUR + 148"),
        ("Less the discount it is 64 EUR.", "64 EUR", "80 EUR, discount 20 %", "80 EUR - 20 %"),
        ("The tax on it is 19 EUR.", "19 EUR", "100 EUR, tax 19 %", "19 % of 100 EUR"),
        ("The ride takes 145 minutes.", "145 minutes", "dep 09:15, arr 11:40", "11:40 - 09:15"),
        ("The night train takes 3 hours.", "3 hours", "dep 23:00, arr 02:00", "02:00 - 23:00"),
        ("Be there at 09:45.", "09:45", "starts 10:00, doors 15 minutes earlier", "10:00 - 15 minutes"),
        ("It is due on 17 March 2026.", "17 March 2026", "3 March 2026, 14 days", "3 March 2026 + 14 days"),
        ("It took 14 days.", "14 days", "3 March 2026; 17 March 2026", "17 March 2026 - 3 March 2026"),
        ("You stay 6 days.", "6 days", "from 28 December to 3 January", "3 January - 28 December"),
        ("It is due 12 days later.", "12 days", "due on 14 June; sent on 2 June", "14 June - 2 June"),
        ("She died at 73.", "73", "born 3 May 1861, died 17 November 1934", "17 November 1934 - 3 May 1861"),
        ("It stood for 33 years.", "33 years", "built 1628, burnt down 1661", "1661 - 1628"),
        ("75 % want it.", "75 %", "asked: 640, in favour: 480", "480 / 640"),
        ("Sales grew by 7 %.", "7 %", "198 in spring, 212 in autumn", "more, from 198 to 212"),
        ("That is 5 % more.", "5 %", "30 % in May, 25 % in April", "30 % - 25 %"),
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
        ("At 99 EUR the pan is 3 EUR more than the pot at 96 EUR.", "3 EUR", "pot 24 EUR, pan 28 EUR"),
        ("There are 3.", "3", "5 rooms, 2 baths"),
        ("It opened in 1987.", "1987", "1985, 2 years later"),
        ("It is due on 31 June 2026.", "31 June 2026", "1 June 2026, 30 days"),
        ("Numbers fell by 20 %.", "20 %", "400 in spring, 500 in autumn"),
        ("From 30 ml to 14 ml it is 12 ml less.", "12 ml", "30 ml, 14 ml"),
        ("It grew by 0.3 %.", "0.3 %", "from 200 EUR to 200.1 EUR"),
        ("Jug and cup are 20 EUR.", "20 EUR", "mug 10 USD, 2 pieces"),
        ("You stay 359 days.", "359 days", "from 28 December to 3 January"),
    ],
)
def test_what_follows_in_no_way_or_by_chance_has_no_working(claim: str, figure: str, evidence: str) -> None:
    assert working(claim, figure, evidence) == ""


@pytest.mark.parametrize(
    ("duration", "days"),
    [
        ("6 days", "28 December to 3 January"),
        ("12 days", "due on 14 June, sent on 2 June"),
        ("12 days", "sent on 2 June, due on 14 June"),
        ("322 days", "1 February to 20 December"),
    ],
)
def test_days_without_a_year_lie_as_far_apart_as_they_are_told(duration: str, days: str) -> None:
    (said,) = find_quantities(duration)
    assert is_span(said, find_quantities(days))
