"""Lines that are no sentences: opening hours in one line, boards with codes, dated notes, and whose each is."""

from __future__ import annotations

import pytest

from tests.evidence.facts.test_outcomes import outcome
from validation.evidence.facts.outcome import SupportState
from validation.evidence.quantities.quantity import Kind, find_quantities

SHOP = "Opening hours: Mon-Thu 9:00-18:00, Fri 9:00-20:00, Sat 10:00-14:00, Sun closed."
BIBLIOTHEK = "Öffnungszeiten Bibliothek: Mo-Do 9-18 Uhr, Fr 9-20 Uhr, So geschlossen."
ROOMS = "13:30 Room B2: Soil health workshop\n13:30 Room A1: Water rights panel\n15:00 Room B2: Poster session\n"
HOTELS = "Hotel Adler: 89 EUR, pets welcome (10 EUR).\nHotel Krone: 79 EUR, no pets.\n"
MEMORY = "- 2025-09-14: oil change at 84,200 km\n- 2026-02-03: winter tyres, 88,900 km\n"


@pytest.mark.parametrize(
    ("evidence", "claim"),
    [
        (SHOP, "It is open from 9:00 to 20:00 on Fridays."),
        (SHOP, "It is closed on Sundays."),
        (BIBLIOTHEK, "Am Freitag ist von 9 bis 20 Uhr geöffnet."),
        (ROOMS, "Room A1 has the water rights panel at 13:30."),
        ("Release notes 3.0: dark mode added.", "Version 3.0 adds dark mode."),
        (MEMORY, "Your oil change was on 14 September 2025, at 84,200 km."),
    ],
)
def test_what_a_line_says_carries_a_claim(evidence: str, claim: str) -> None:
    assert outcome(evidence, claim).known is SupportState.SUPPORTED


@pytest.mark.parametrize(
    ("evidence", "claim"),
    [
        (SHOP, "It is open on Sundays."),
        (SHOP, "It is closed on Fridays."),
        (BIBLIOTHEK, "Am Freitag ist geschlossen."),
        (ROOMS, "Room B2 has the water rights panel at 13:30."),
        (HOTELS, "Hotel Krone welcomes pets."),
    ],
)
def test_what_another_line_says_carries_none(evidence: str, claim: str) -> None:
    assert outcome(evidence, claim).known is not SupportState.SUPPORTED


def test_what_one_thing_allows_is_no_word_against_another_that_does_not() -> None:
    claim = "Hotel Adler welcomes pets for 10 EUR; Hotel Krone doesn't allow them."
    assert outcome(HOTELS, claim).known is not SupportState.CONTRADICTED


def test_how_long_it_lasted_follows_from_two_times() -> None:
    evidence = "At 02:10 logins were blocked. At 02:55 service was restored."
    claim = "It lasted 45 minutes, from 02:10 to 02:55."
    assert outcome(evidence, claim, "How long did the outage last?").uncovered == ()


def test_what_the_query_names_stands_before_a_bracket() -> None:
    evidence = "Pancakes (4 servings): 250 g flour, 500 ml milk, 3 eggs, a pinch of salt, butter for frying."
    claim = "For four servings: 250 g of flour, 500 ml of milk, three eggs, a pinch of salt and butter for frying."
    assert outcome(evidence, claim, "What do I need for the pancakes?").known is SupportState.SUPPORTED


@pytest.mark.parametrize(
    ("text", "is_date"),
    [
        ("Adolescents over 12 may take one tablet.", False),
        ("All 30 may join.", False),
        ("It opens on 12 may in Aven.", True),
        ("It opens 12 May.", True),
        ("from 12 may 2026 on", True),
    ],
)
def test_may_behind_a_number_may_be_a_verb(text: str, is_date: bool) -> None:
    assert (find_quantities(text)[0].kind is Kind.DATE) is is_date


REVENUE = "Revenue 2025: CHF 212 million (2024: CHF 198 million)."
FLIGHT = '```json\n{"flight": "KQ 204", "scheduled": "18:20", "estimated": "19:05", "status": "delayed"}\n```\n'
LIBRARY = "Riverside Library\nSaturday: 10:00-16:00\nSunday: closed\n"


@pytest.mark.parametrize(
    ("evidence", "claim", "known"),
    [
        (REVENUE, "Revenue rose from CHF 198 million in 2024 to CHF 212 million in 2025.", SupportState.SUPPORTED),
        (FLIGHT, "KQ 204 is delayed and leaves at 19:05.", SupportState.SUPPORTED),
    ],
)
def test_what_was_first_and_what_is_the_state_now(evidence: str, claim: str, known: SupportState) -> None:
    assert outcome(evidence, claim).known is known


def test_a_closed_sunday_is_no_word_against_a_saturday() -> None:
    claim = "On Saturday the Riverside Library opens at 10:00 and closes at 16:00."
    assert outcome(LIBRARY, claim).known is not SupportState.CONTRADICTED


@pytest.mark.parametrize(
    ("evidence", "claim"),
    [
        ("The plug-in 2 drops support for Windows 7.", "The plug-in 2 supports Windows 7."),
        ("No parking on site; a public car park is 300 m away.", "Parking is available on site, 300 m away."),
        ("Final: Rovers 2, United 3.", "Rovers won 3-2."),
    ],
)
def test_words_that_stand_elsewhere_carry_no_claim(evidence: str, claim: str) -> None:
    assert outcome(evidence, claim).known is not SupportState.SUPPORTED


def test_what_a_paragraph_begins_with_is_what_it_is_of() -> None:
    evidence = "Warranty: two years from purchase. Damage through water is not covered."
    claim = "Damage through water is not covered by the warranty."
    assert outcome(evidence, claim).known is SupportState.SUPPORTED
