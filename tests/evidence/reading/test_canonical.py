"""Two spellings of one figure become the same; two figures never do."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from validation.evidence.reading.canonical import canonical


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("open until 10 pm", "open until 22:00"),
        ("at noon", "at 12:00"),
        ("from 9 am to 12 noon", "from 09:00 to 12:00"),
        ("9-12 in the morning", "9-12:00"),
        ("about two and a half hours", "about 2.5 hours"),
        ("every half hour", "30 minutes"),
        ("for 24 months", "for two years"),
        ("on 2026-05-30", "on 30 May 2026"),
        ("on March 3rd, 2026", "on 3 March 2026"),
        ("€1,240.00", "1240 EUR"),
        ("61 percent", "61 %"),
        ("1,610 g", "1.61 kg"),
        ("twelve people", "12 people"),
        ("Tue-Fri", "Tuesday-Friday"),
        ("at 165F", "at 165 degrees Fahrenheit"),
        ("65 watts", "65 W"),
        ("a 54 sqm flat", "a 54 square metres flat"),
        ("3 megabytes", "3 MB"),
        ("50 kph", "50 kilometres per hour"),
        ("2 tablespoons", "2 tbsp"),
        ("approx. 12 EUR", "about 12 EUR"),
        ("DTSTART: 20260312T143000Z", "DTSTART: 12 March 2026 14:30"),
        ("2026-03-02T04:11:09Z INFO", "2 March 2026 04:11 INFO"),
        ("open seven days a week", "open every day"),
        ("it closes at 5 pm", "it is open until 17:00"),
        ("a 27\u2011inch screen, \u224814 kg", "a 27-inch screen, about 14 kg"),
        ("took 1h30m", "took 1.5 hours"),
        ("took 2m 30s", "took 150 seconds"),
        ("Open 24/7! 🎉", "Open around the clock!"),
    ],
)
def test_spellings_of_one_figure_are_written_alike(one: str, other: str) -> None:
    assert canonical(one).removeprefix("every ") == canonical(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("10 am", "10 pm"),
        ("770 ml", "770 l"),
        ("3 miles", "3 km"),
        ("5 weeks", "5 months"),
        ("5 EUR", "5 USD"),
        ("5 kW", "5 W"),
    ],
)
def test_different_figures_stay_different(one: str, other: str) -> None:
    assert canonical(one) != canonical(other)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("41,000 tonnes", "41000000 kg"),
        ("open from 6 to 9 pm", "open from 18:00 to 21:00"),
        ("finished in 42:30", "finished in 42:30"),
        ("for 90 cents", "for 90 cents"),
        ("for ¥1,290", "for 1290 JPY"),
        ("from CHF 198 in 2024 to CHF 212", "from 198 CHF in 2024 to 212 CHF"),
    ],
)
def test_no_figure_becomes_another(text: str, written: str) -> None:
    assert canonical(text) == written


def test_text_without_figures_is_left_as_it_is() -> None:
    text = "I sat by the window, one of the best; nobody minded."
    assert canonical(text) == text


@given(st.text(max_size=200))
def test_every_text_is_taken(text: str) -> None:
    assert isinstance(canonical(text), str)


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("ships 2026-03-10", "ships Tuesday, 10 March 2026"),
        ("ships Wednesday, 11 March 2026", "ships Wednesday, 11 March 2026"),
        ("ships 10 March 2026 (Tuesday)", "ships 10 March 2026 (Tuesday)"),
        ("ships 10 March", "ships 10 March"),
        ("in March 2026", "in March 2026"),
        ("on 2026-06-31", "on 31 June 2026"),
    ],
)
def test_a_whole_date_names_its_weekday_where_asked(written: str, read: str) -> None:
    assert canonical(written, weekdays=True) == read


@pytest.mark.parametrize(
    ("text", "joined"),
    [
        ("35 kilograms per cubic metre", "35 kg/m³"),
        ("19.3 grams per cubic centimeter", "19.3 g/cm³"),
        ("14.50 EUR per square metre", "14.5 EUR/m²"),
        ("14.50 EUR/m2", "14.5 EUR/m²"),
        ("412 inhabitants per square kilometre", "412 inhabitants/km²"),
        ("8 EUR per metre", "8 EUR per metre"),
        ("320 m²", "320 m²"),
    ],
)
def test_a_unit_per_area_or_volume_has_one_form(text: str, joined: str) -> None:
    assert canonical(text) == joined


def test_one_percent_in_words_is_a_figure() -> None:
    assert canonical("up to 1 in 100 people") == "up to 1 % people"
