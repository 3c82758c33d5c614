"""Which prices `cheapest` is held against."""

import pytest

from tests.evidence.requirements.turns import check, met

KETTLES = (
    "- Aro kettle, 39.90 EUR at Topf, 1.2 l\n- Bel kettle, 54.00 EUR at Herd, 1.7 l\n"
    "- Cor kettle, 61.50 EUR at Herd, 1.0 l\n"
)
TARIFFS = (
    "| tariff | price | shop |\n|---|---|---|\n| Solo | 9.00 EUR | online |\n| Duo | 14.00 EUR | branch |\n"
    "| Trio | 19.00 EUR | branch |\n"
)


@pytest.mark.parametrize(
    ("query", "response", "holds"),
    [
        ("Which is the cheapest kettle?", "The Bel at 54.00 EUR is cheaper than the Cor at 61.50 EUR.", False),
        ("Which kettle is the cheapest?", "The Bel costs 54.00 EUR, the Cor 61.50 EUR.", False),
        ("Which is the cheapest kettle?", "The Aro is the cheapest at 39.90 EUR, the Bel costs 54.00 EUR.", True),
        ("the cheapest kettle which has 1.5 l", "The Bel costs 54.00 EUR, the Cor 61.50 EUR.", True),
        ("Which is the cheapest kettle from Herd?", "The Bel kettle is the cheapest at 54.00 EUR.", True),
        ("Which is the cheapest kettle from Herd?", "The Cor kettle is the cheapest at 61.50 EUR.", False),
        ("Which is the second cheapest kettle?", "The second cheapest is the Bel at 54.00 EUR.", True),
        ("Which is the second cheapest kettle?", "The second cheapest is the Cor at 61.50 EUR.", False),
        ("the third cheapest kettle", "The Cor is the third cheapest at 61.50 EUR.", True),
        ("What is the next cheapest kettle?", "Next comes the Bel at 54.00 EUR.", True),
    ],
)
def test_cheapest_is_held_against_the_prices_that_are_asked_about(query: str, response: str, holds: bool) -> None:
    assert met(check(query, response, KETTLES), "cheapest") is holds


@pytest.mark.parametrize(
    ("query", "response", "holds"),
    [
        ("Which is the cheapest tariff?", "Duo costs 14.00 EUR, Trio 19.00 EUR.", False),
        ("Which is the cheapest tariff in a branch?", "Duo is the cheapest there: 14.00 EUR.", True),
        ("Which is the cheapest tariff in a branch?", "Trio is the cheapest there: 19.00 EUR.", False),
        ("Is Solo the cheapest tariff which you found?", "Yes, Solo costs 9.00 EUR.", True),
    ],
)
def test_cheapest_reads_tables_as_well(query: str, response: str, holds: bool) -> None:
    assert met(check(query, response, TARIFFS), "cheapest") is holds


HOTELS = "Hotel Aro 90 EUR a night, breakfast 12 EUR\n\nHotel Bel 120 EUR a night, parking 15 EUR\n\n"


@pytest.mark.parametrize(
    ("query", "response", "evidence", "holds"),
    [
        ("Which hotel is the cheapest?", "Hotel Aro is it at 90 EUR, Bel is 120 EUR.", HOTELS, True),
        ("Which hotel is the cheapest?", "Aro: 90 EUR, Bel: 120 EUR.", HOTELS.replace("\n\n", "; "), True),
        (
            "Which plan is the cheapest?",
            "The Aro plan is it at 90 EUR; the Bel plan is 120 EUR.",
            "Aro plan 90 EUR a year (7.50 EUR per month)\n\nBel plan 120 EUR a year (10 EUR per month)",
            True,
        ),
        (
            "Which kettle is the cheapest?",
            "The Aro is it at 39.90 EUR, the Bel costs 54.00 EUR.",
            KETTLES + "- A boil costs 0.05 EUR of electricity.\n- Coupon: 5 EUR off at Topf\n",
            True,
        ),
        ("Which hotel is the cheapest?", "Bel is 120 EUR, Cor 140 EUR.", HOTELS + "Hotel Cor 140 EUR a night", False),
        (
            "Which hotel is the cheapest?",
            "Bel is 120 EUR, Cor 140 EUR.",
            "Hotel Bel 120 EUR\n\nHotel Cor 140 EUR",
            True,
        ),
    ],
)
def test_cheapest_is_held_against_the_main_price_of_each_thing(
    query: str, response: str, evidence: str, holds: bool
) -> None:
    assert met(check(query, response, evidence), "cheapest") is holds


@pytest.mark.parametrize(
    ("query", "response", "evidence"),
    [
        (
            "Which zoo is the cheapest?",
            "Zoo Bel is it at 18 EUR, Zoo Aro costs 20 EUR.",
            "Zoo Aro, 20 EUR, 12 EUR for children\n\nZoo Bel, 18 EUR, 14 EUR for children",
        ),
        (
            "Which plan is the cheapest?",
            "The Aro plan is 90 EUR a year, the Bel plan 120 EUR.",
            "Aro plan 7.50 EUR per month (90 EUR a year)\n\nBel plan 10 EUR per month (120 EUR a year)",
        ),
        (
            "Which is the cheapest laptop?",
            "The Aro is it at 500 EUR, the Bel costs 700 EUR.",
            "Aro laptop, 500 EUR, 25 EUR a month\n\nBel laptop, 700 EUR, 35 EUR a month",
        ),
        (
            "Which hotel is the cheapest?",
            "Aro is it at 90 EUR, Bel costs 120 EUR.",
            "Hotel Aro, breakfast 12 EUR, room 90 EUR\n\nHotel Bel, breakfast 15 EUR, room 120 EUR",
        ),
        (
            "Which flight is the cheapest?",
            "Aro Air is it at 90 EUR, Bel Air is 99 EUR.",
            "| flight | fare | bag |\n|---|---|---|\n| Aro Air | 90 EUR | 30 EUR |\n| Bel Air | 99 EUR | 25 EUR |",
        ),
        (
            "Which camera is the cheapest?",
            "Aro is it at 300 EUR, Bel costs 400 EUR.",
            "Aro camera, 300 EUR, used 180 EUR\n\nBel camera, 400 EUR, 20 EUR off with the app",
        ),
    ],
)
def test_a_lower_price_of_something_else_is_not_the_cheapest(query: str, response: str, evidence: str) -> None:
    assert met(check(query, response, evidence), "cheapest") is True


JSON = '[{"camp": "Aro", "price": 31, "pitches": 40}, {"camp": "Bel", "price": 27, "old_price": 30, "pitches": 12}]'
CSV = "camp,pitches,price\nAro,40,31\nBel,12,27"
YAML = "- name: Aro\n  pricePerNight: 31\n- name: Bel\n  pricePerNight: 27"
KEYED = "camp;price_eur\nAro;31\nBel;27"


@pytest.mark.parametrize("evidence", [JSON, CSV, YAML, KEYED])
@pytest.mark.parametrize(
    ("response", "holds"),
    [
        ("Bel is the cheapest at 27.", True),
        ("Bel is the cheapest at EUR 27.", True),
        ("Bel costs 27, Aro 31.", True),
        ("Aro is the cheapest at 31.", False),
        ("Aro is the cheapest at 31 EUR.", False),
        ("Bel is the cheapest with 12 pitches.", False),
        ("Bel is the cheapest.", False),
    ],
)
def test_cheapest_reads_prices_of_records_without_a_currency(evidence: str, response: str, holds: bool) -> None:
    assert met(check("Which camp is the cheapest?", response, evidence), "cheapest") is holds


@pytest.mark.parametrize(
    "key", ["price_level", "price_id", "cost_center", "shipping_cost", "pitches", "priced_at_branch"]
)
def test_a_key_that_only_speaks_of_prices_holds_none(key: str) -> None:
    evidence = f'[{{"camp": "Aro", "{key}": 31}}, {{"camp": "Bel", "{key}": 27}}]'
    assert met(check("Which camp is the cheapest?", "Bel is the cheapest at 27.", evidence), "cheapest") is False
