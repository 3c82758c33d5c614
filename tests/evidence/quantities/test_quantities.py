from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from validation.evidence.quantities.equality import same
from validation.evidence.quantities.quantity import Kind, Quantity, find_quantities


def only(text: str) -> Quantity:
    (quantity,) = find_quantities(text)
    return quantity


@pytest.mark.parametrize(
    ("said", "held"),
    [
        ("$1,299", "1299.00 USD"),
        ("1.299,00 EUR", "€1299"),
        ("€129.95", "129,95 EUR"),
        ("1'299 CHF", "CHF 1299"),
        ("$1.3k", "$1,299"),
        ("$2 million", "$2,000,000"),
        ("about 130 EUR", "129,95 EUR"),
        ("over $1,200", "$1,249"),
        ("16GB", "16 GB"),
        ("350°F", "350F"),
        ("350°F", "350 degrees Fahrenheit"),
        ("350°F", "350ºF"),
        ("180 °C", "180°"),
        ("50 psi", "50psi"),
        ("thirty-six", "36"),
        ("0.54 kg", "540 g"),
        ("a 30-day trial", "30 days"),
        ("two weeks", "14 days"),
        ("8:30", "20:30"),
        ("about 8:23", "8:22"),
        ("3 June 2025", "03-Jun-2025"),
        ("42:30", "0:42:30"),
        ("1,410 francs", "CHF 1,410"),
        ("three days", "3 days"),
        ("5 January 2026", "2026-01-05"),
        ("Jan 5, 2026", "05.01.2026"),
        ("5th of January", "2026-01-05"),
        ("27 cents", "0.27 EUR/kWh"),
        ("€9.50", "9.50 EUR/month"),
        ("2:30 pm", "14:30"),
        ("8.15 p.m.", "20:15"),
        ("7.30pm", "19:30"),
        ("leaves at 18.30", "18:30"),
        ("PT1H30M", "90 minutes"),
        ("retention: P30D", "30 days"),
        ("warranty: P2Y", "24 months"),
        ('{"notice_period": "P3M"}', "3 months"),
        ("2 wks", "14 days"),
        ("3 mths", "3 months"),
        ("3 mln EUR", "3,000,000 EUR"),
        ("noon", "12:00"),
        ("12 noon", "12:00"),
        ("12 midnight", "0:00"),
        ("twenty past eight", "20:20"),
        ("twenty past midnight", "0:20"),
        ("a quarter to midnight", "23:45"),
        ("half past noon", "12:30"),
        ("a quarter to three in the afternoon", "14:45"),
        ("half past six in the morning", "6:30 am"),
        ("eleven at night", "23:00"),
        ("one o'clock", "13:00"),
        ("9 am", "09:00"),
        ("14:30 Uhr", "2:30 p.m."),
        ("12,5 %", "12.5 percent"),
        ("129.95", "129,95 EUR"),
        ("in 2026", "2026-01-05"),
        ("34:10 min", "34:10"),
        ("1:26 h", "86 minutes"),
        ("2:11:50 hours", "7910 seconds"),
        ("14:00 UTC", "15:00 CET"),
        ("9 am EST", "15:00 CET"),
        ("2:31", "[02:31:40]"),
        ("April 2023", "(2023-04 AGM)"),
        ("1.9 GB", "1.9G"),
        ("7.5", "7½"),
        ("20 cents", "0,20 €"),
        ("0.80 EUR", "80 ct"),
        ("44,9 Cent", "44,9"),
        ("4.7 percentage points", "4.7 %"),
        ("15:00", "15:00 CET"),
    ],
)
def test_two_spellings_of_one_figure_are_the_same(said: str, held: str) -> None:
    assert same(only(said), only(held))


@pytest.mark.parametrize(
    ("said", "held"),
    [
        ("286 g", "268 g"),
        ("350°F", "350°C"),
        ("thirty-six", "30"),
        ("130 EUR", "129,95 EUR"),
        ("$129.95", "129,95 EUR"),
        ("2:30 pm", "2:30 am"),
        ("$1.3k", "$1,420"),
        ("$2 million", "$2,300,000"),
        ("1,299.50 EUR", "1,299 EUR"),
        ("5 January 2025", "5 January 2026"),
        ("5 January 2026", "January 2026"),
        ("30 days", "30 minutes"),
        ("9:00", "9 EUR"),
        ("42:30 hours", "42:30"),
        ("15:00 UTC", "15:00 CET"),
        ("16 GB", "16 MB"),
        ("22:00", "10:00"),
        ("8.15 p.m.", "8:45 pm"),
        ("8.15 p.m.", "8.15 a.m."),
    ],
)
def test_two_different_figures_are_not_the_same(said: str, held: str) -> None:
    assert not same(only(said), only(held))


@pytest.mark.parametrize(
    "text",
    [
        "see https://a.example/p/1182?page=3",
        "[shop](https://a.example/1182)",
        "1. first",
        "## 3. Results",
        "Step 2 is easy",
        "passages 1 and 2",
        "steps 1, 2 and 3",
        "COVID-19 and the F-16",
        "open 24/7",
        "open seven days a week",
        "since 4.2.1",
        "[t2.r14]",
        "[^3]",
        "the WH-XM5 and the GX4Ti",
        "(source_ref: research:mills#4)",
        f"(source_ref: museum/{'folder/' * 26}/12:30)",
        "this one is fine",
        "in the mid-20s",
        "the timetable of 7b",
        "Flat 12b",
    ],
)
def test_what_only_looks_like_a_figure_is_none(text: str) -> None:
    assert find_quantities(text) == ()


def test_a_long_note_on_a_source_is_no_reference() -> None:
    note = (
        "the price list at the entrance, by which a day ticket for adults costs 49 EUR and is valid until the evening"
    )
    assert len(find_quantities(f"(source: {note}, children pay less)")) == 1


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("79,50 EUR", Kind.MONEY),
        ("$5m", Kind.MONEY),
        ("5 m", Kind.MEASURE),
        ("62 dB or 540 g", Kind.MEASURE),
        ("8%", Kind.PERCENT),
        ("9:30", Kind.TIME),
        ("March 2024", Kind.DATE),
        ("EU 43", Kind.NUMBER),
    ],
)
def test_a_figure_knows_its_kind(text: str, kind: Kind) -> None:
    assert find_quantities(text)[0].kind is kind


@pytest.mark.parametrize("text", ["€10-20", "100–120 EUR", "$10 to 20"])
def test_both_ends_of_a_range_have_the_unit(text: str) -> None:
    assert [quantity.kind for quantity in find_quantities(text)] == [Kind.MONEY, Kind.MONEY]


@given(st.text(alphabet="0123456789.,:-/ $€%kgamp:EURJan'º°FC\n", max_size=80))
def test_a_figure_is_exactly_what_its_span_says_and_none_overlap(text: str) -> None:
    found = find_quantities(text)
    assert all(text[quantity.start : quantity.end] == quantity.text for quantity in found)
    assert all(before.end <= after.start for before, after in pairwise(found))


@given(st.floats(min_value=0.01, max_value=99_999).map(lambda value: round(value, 2)))
def test_a_decimal_comma_equals_a_decimal_point(value: float) -> None:
    said = f"{value:.2f}"
    assert same(only(f"{said} EUR"), only(f"€{said.replace('.', ',')}"))


@pytest.mark.parametrize("text", ["zwischen 7 und 18 Uhr", "von 7 bis 18 Uhr", "7-18 Uhr"])
def test_the_first_of_two_hours_shares_the_word_behind_the_second(text: str) -> None:
    assert [420.0 in one.candidates or 1080.0 in one.candidates for one in find_quantities(text)] == [True, True]


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("11–17 Aug", [(None, 8, 11), (None, 8, 17)]),
        ("vom 4. - 10. August 2026", [(2026, 8, 4), (2026, 8, 10)]),
        ("from August 11 to 17, 2026", [(2026, 8, 11), (2026, 8, 17)]),
        ("on 4 and 5 May", [(None, 5, 4), (None, 5, 5)]),
        ("August 11 to 17 September", [(None, 8, 11), (None, 9, 17)]),
        ("ages 4 to 5 may take one", []),
        ("May 3 to 5 pm", [(None, 5, 3)]),
    ],
)
def test_both_ends_of_a_range_of_days_are_dates(text: str, days: list[tuple[int | None, int, int]]) -> None:
    assert [one.dates[0] for one in find_quantities(text) if one.kind is Kind.DATE] == days


@pytest.mark.parametrize(
    "text", ["Thu 14–16", "Late 14–22 | Early", "Mon-Fri: 9-17", "Sat 10-14, Sun closed", "open 9-12 from May"]
)
def test_bare_hours_of_a_day_are_clock_times(text: str) -> None:
    assert [one.kind for one in find_quantities(text)] == [Kind.TIME, Kind.TIME]


@pytest.mark.parametrize("text", ["Thu 3-4 items", "Sat 10-12 °C", "open 3-4.5", "14–16", "Mon 5-6 EUR"])
def test_what_else_stands_behind_a_day_is_no_clock_time(text: str) -> None:
    assert Kind.TIME not in [one.kind for one in find_quantities(text)]


@pytest.mark.parametrize("text", ["from 9.30 to 10.30 am", "9.30 am until 4.30 pm"])
def test_both_ends_of_a_range_with_stops_are_clock_times(text: str) -> None:
    assert [one.kind for one in find_quantities(text)] == [Kind.TIME, Kind.TIME]


@pytest.mark.parametrize(
    "text",
    [
        "£8.15 p.m.",
        "€ 8.15 p.m.",
        "EUR 8.15 p.m.",
        "CHF 12.50 p.m.",
        "18.30",
        "closed at 18.30",
        "opens at 18.30 EUR",
        "rose 8.15 % pm",
        "um 7.30 am Abend",
        "stieg auf 4.20 am Dienstag",
        "Version 3.11 am 2. Oktober",
    ],
)
def test_an_amount_with_a_stop_is_no_clock_time(text: str) -> None:
    assert Kind.TIME not in [one.kind for one in find_quantities(text)]


@pytest.mark.parametrize("text", ["8.15 am on Monday", "8.15 am Monday", "9.30 am Registration", "at 7.45 am, then"])
def test_a_time_with_a_stop_in_the_morning_is_a_clock_time(text: str) -> None:
    assert find_quantities(text)[0].kind is Kind.TIME


@pytest.mark.parametrize(
    ("text", "is_of_either"),
    [
        ("at two o'clock.", True),
        ("at ten o'clock every night", True),
        ("Dinner is served until ten o'clock", True),
        ("Breakfast is served until ten o'clock", False),
        ("The sun rises at five o'clock", False),
        ("at two o'clock in the night", False),
        ("three o'clock after midnight", False),
        ("at five o'clock just before sunrise", False),
    ],
)
def test_which_half_of_the_day_is_meant_may_be_told_behind(text: str, is_of_either: bool) -> None:
    assert find_quantities(text)[0].either_half is is_of_either


@pytest.mark.parametrize("text", ["Bay P2D", "Alba | P2D", "the P2D pump", "priority P1", "RP30D", "P30D-x"])
def test_a_name_that_looks_like_a_duration_is_none(text: str) -> None:
    assert not [one for one in find_quantities(text) if one.kind is Kind.MEASURE]


def test_a_bare_hour_is_still_the_number_that_it_is_written_as() -> None:
    hours, number = find_quantities("Thu 14–16")[0], only("14")
    assert same(hours, number)
    assert same(number, hours)
    assert not same(only("15"), hours)


def test_an_ip_address_is_no_figure() -> None:
    assert find_quantities("Open 192.168.1.1 or 203.0.113.77.") == ()


@pytest.mark.parametrize(
    ("text", "unit"),
    [
        ("2990 RUB", "RUB"),
        ("₽2990", "RUB"),
        ("1200 THB", "THB"),
        ("฿1,200", "THB"),
        ("TRY 450", "lira"),
        ("450 lira", "lira"),
        ("HUF 12 000", "HUF"),
        ("890 TWD", "TWD"),
        ("300 HKD", "HKD"),
        ("499 kr", "kr"),
        ("40 quid", "GBP"),
        ("It costs 40 pounds", "GBP"),
        ("pay no more than 50 pounds", "GBP"),
    ],
)
def test_a_currency_is_read_by_its_code_and_its_names(text: str, unit: str) -> None:
    assert (only(text).kind, only(text).unit) == (Kind.MONEY, unit)


@pytest.mark.parametrize(
    "text",
    ["try 3 times", "Rub 2 spoons of oil in", "it weighs 40 pounds", "what does it cost to ship 20 pounds?"],
)
def test_a_word_that_is_also_a_currency_makes_no_money(text: str) -> None:
    assert all(quantity.kind is not Kind.MONEY for quantity in find_quantities(text))


def test_crowns_are_those_of_the_country_that_is_named() -> None:
    assert same(only("499 kr"), only("499 SEK"))


def test_crowns_of_two_countries_differ() -> None:
    assert not same(only("499 NOK"), only("499 SEK"))
