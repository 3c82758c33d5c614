"""Figures worked out from others: what follows, and what must not."""

from __future__ import annotations

import pytest

from validation.evidence.quantities.derivation import announces, follows
from validation.evidence.quantities.quantity import find_quantities
from validation.evidence.quantities.time_spans import is_moved_time

HELD = {
    "van": "The range is 255 km with half a load, 118 km one way. Frost costs 20 %.",
    "meter": "Consumption: 2,905 kWh last year, 2,860 kWh this year.",
    "pool": "Ten visits 34.00 EUR.",
    "risotto": "For 4 people: 320 g rice, 1.2 litres stock.",
    "run": "Times 0:44:10 and 0:42:30, pace 8:50 and 8:30.",
    "sun": "611 kWh fed in at 7.9 ct.",
    "loan": "Due on 19 October 2026, renewed by four weeks.",
    "trip": "From 3 July 2026 to 29 July 2026.",
    "outage": "09:42 UTC errors seen. Faulty config push at 09:38 UTC.",
    "turnout": "Turnout: 58.4 % (previous election: 63.1 %)",
    "gauge": "Level (cm): 06:00 312, 15:00 270",
    "rent": "2022: 10.00 EUR, 2023: 10.80 EUR",
    "warranty": "3 years from date of purchase, bought 20 May 2022.",
    "profit": "Net profit 2022: 1,150 EUR, 2023: 690 EUR.",
    "power": "Power: 0.28 EUR per kWh. You used 2,500 kWh. Prices of 2024.",
    "invoice": "Invoice 4471 of Meyer Ltd, 10115 Berlin. Boxes: 12. Unit price: 2 EUR.",
    "members": "The club has 1,850 members. The fee is 4 EUR.",
    "tickets": "For 4 people, each 26.25 EUR.",
}


@pytest.mark.parametrize(
    ("held", "claim", "figure"),
    [
        ("van", "There and back is 236 km.", "236 km"),
        ("van", "That leaves 204 km in the frost.", "204 km"),
        ("meter", "You used 45 kWh less.", "45 kWh"),
        ("pool", "So 3.40 EUR each.", "3.40 EUR"),
        ("risotto", "With all of it for six, 1.8 litres of stock.", "1.8 litres"),
        ("risotto", "The rice goes up to 480 g.", "480 g"),
        ("risotto", "That is 300 ml a head.", "300 ml"),
        ("run", "It was 20 seconds faster.", "20 seconds"),
        ("sun", "The rest was worth about 48 euros at 7.9 ct.", "48 euros"),
        ("loan", "The new date is 16 November.", "16 November"),
        ("trip", "The trip lasts 26 days in all.", "26 days"),
        ("tickets", "All four together are 105 EUR.", "105 EUR"),
        ("outage", "It had been pushed four minutes earlier.", "four minutes"),
        ("turnout", "It dropped by 4.7 percentage points.", "4.7 percentage points"),
        ("profit", "It went down by 40 % then.", "40 %"),
        ("profit", "It was 40 % less.", "40 %"),
        ("gauge", "It fell, 42 cm less.", "42 cm"),
        ("rent", "They rose by 8 %, that is 80 cents more.", "80 cents"),
        ("warranty", "It applies until 20 May 2025.", "20 May 2025"),
        ("power", "All of it together is 700 EUR.", "700 EUR"),
        ("invoice", "The total is 24 EUR.", "24 EUR"),
        ("members", "All together pay 7,400 EUR.", "7,400 EUR"),
    ],
)
def test_a_figure_one_step_away_follows(held: str, claim: str, figure: str) -> None:
    assert _follows(held, claim, figure)


@pytest.mark.parametrize(
    ("held", "claim", "figure"),
    [
        ("van", "There and back is 263 km.", "263 km"),
        ("van", "There and back is 236 miles.", "236 miles"),
        ("meter", "You used 54 kWh less.", "54 kWh"),
        ("meter", "You used 45 litres less.", "45 litres"),
        ("pool", "So 4.30 EUR each.", "4.30 EUR"),
        ("risotto", "With all of it for six, 2.1 litres of stock.", "2.1 litres"),
        ("loan", "The new date is 17 November.", "17 November"),
        ("trip", "The trip lasts 24 days in all.", "24 days"),
        ("outage", "It had been pushed six minutes earlier.", "six minutes"),
        ("turnout", "It dropped by 5.7 percentage points.", "5.7 percentage points"),
        ("profit", "It climbed by 40 % then.", "40 %"),
        ("profit", "It went down by 67 % then.", "67 %"),
        ("gauge", "It fell, 53 cm less.", "53 cm"),
        ("rent", "They rose by 8 %, that is 90 cents more.", "90 cents"),
        ("warranty", "It applies until 20 June 2025.", "20 June 2025"),
        ("power", "All of it together is 750 EUR.", "750 EUR"),
        ("power", "All of it together is 566.72 EUR.", "566.72 EUR"),
        ("invoice", "The total is 8,942 EUR.", "8,942 EUR"),
        ("invoice", "The total is 20,230 EUR.", "20,230 EUR"),
    ],
)
def test_a_figure_that_is_off_does_not(held: str, claim: str, figure: str) -> None:
    assert not _follows(held, claim, figure)


def test_among_many_figures_nothing_follows() -> None:
    pool = find_quantities(" ".join(f"{number * 7 + 3} km" for number in range(20)))
    figure = find_quantities("13 km")[0]
    assert not follows(figure, pool, "13 km more")


def test_a_meeting_moves_by_the_hours_between_two_places() -> None:
    pool = find_quantities("The call is at 8:00; Tokyo is UTC+9.")
    assert is_moved_time(find_quantities("17:00")[0], pool)
    assert not is_moved_time(find_quantities("16:00")[0], pool)


def _follows(held: str, claim: str, figure: str) -> bool:
    said = next(one for one in find_quantities(claim) if one.text.rstrip(".") == figure)
    asked = find_quantities("How much for six?")
    return announces(said, claim) and follows(said, find_quantities(HELD[held]), claim, asked)
