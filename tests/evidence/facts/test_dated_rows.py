"""Rows that a date or a key tells apart: what is of one of them carries no claim about another."""

from __future__ import annotations

import pytest

from tests.evidence.facts.test_outcomes import outcome
from validation.evidence.facts.outcome import SupportState

TIDES = (
    '[{"date": "2026-05-02", "high_m": 4.1, "low_m": 0.9, "swell": "calm"},'
    ' {"date": "2026-05-03", "high_m": 4.6, "low_m": 0.4, "swell": "rough"}]'
)
VISITORS = (
    "| Date | Visitors | Takings |\n|---|---|---|\n| 6 June 2026 | 212 | 960 EUR |\n| 7 June 2026 | 340 | 1,480 EUR |\n"
)
FRIDGES = '{"fridge": {"target_c": 4, "door": "closed", "alarm": "off"}, "freezer": {"target_c": -18, "fans": 2}}'
FERRIES = "Ferry 1: Holm 07:10 to Varde 08:25\nFerry 2: Varde 09:05 to Lys 10:40\n"
CAMPS = "site;pitches;price per night\nBirk;40;18,50\nElle;25;14,00\nRode;60;22,00\n"


@pytest.mark.parametrize(
    ("evidence", "right", "wrong"),
    [
        (TIDES, "On 3 May high water reaches 4.6 m.", "On 2 May high water reaches 4.6 m."),
        (TIDES, "On 2 May low water is at 0.9 m.", "On 3 May low water is at 0.9 m."),
        (VISITORS, "On 7 June takings were 1,480 EUR.", "On 6 June takings were 1,480 EUR."),
        (VISITORS, "There were 212 visitors on 6 June.", "There were 340 visitors on 6 June."),
        (CAMPS, "Elle is the cheapest.", "Birk is the cheapest."),
        (CAMPS, "Rode is more expensive than Birk.", "Birk is more expensive than Rode."),
    ],
)
def test_a_value_of_another_row_is_contradicted(evidence: str, right: str, wrong: str) -> None:
    assert outcome(evidence, right).known is not SupportState.CONTRADICTED
    assert outcome(evidence, wrong).known is SupportState.CONTRADICTED


def test_the_value_of_the_date_that_was_named_is_told() -> None:
    (conflict,) = outcome(TIDES, "On 2 May high water reaches 4.6 m.").conflicts
    assert (conflict.said, conflict.instead) == ("4.6 m", "4.1 m")


@pytest.mark.parametrize(
    "claim",
    [
        "Takings rose from 960 EUR on 6 June to 1,480 EUR on 7 June.",
        "From 6 to 7 June the visitors rose by 128 to 340.",
        "With 340 visitors, 7 June was the busier day.",
    ],
)
def test_what_is_told_of_two_dates_is_not_contradicted(claim: str) -> None:
    assert outcome(VISITORS, claim).known is not SupportState.CONTRADICTED


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("The fridge is set to 4.", "The freezer is set to 4."),
        ("The freezer has two fans.", "The fridge has two fans."),
    ],
)
def test_objects_beside_each_other_are_told_apart_by_their_keys(right: str, wrong: str) -> None:
    assert outcome(FRIDGES, right).known is SupportState.SUPPORTED
    assert outcome(FRIDGES, wrong).known is not SupportState.SUPPORTED


def test_a_wait_lies_between_the_end_of_one_leg_and_the_start_of_the_next() -> None:
    assert outcome(FERRIES, "You wait 40 minutes in Varde.").missing == ()
    assert outcome(FERRIES, "You wait 50 minutes in Varde.").missing != ()


def test_a_greeting_is_no_thing_that_a_letter_is_about() -> None:
    assert (
        outcome("Hello Ines, the hut sleeps 14 people. It has two stoves.", "The hut has two stoves.").quotes[0].entity
        == ""
    )


def test_a_train_is_no_answer_to_a_letter() -> None:
    assert (
        outcome("ICE 577 at 10:03 from 8\nRE 2 at 9:14 from 4\n", "The RE 2 leaves at 9:14.").quotes[0].entity == "RE 2"
    )


YEARS = "| Item | 2022 | 2023 | 2024 |\n|---|---|---|---|\n| Visitors | 41,200 | 52,900 | 61,350 |\n" + (
    "| Employees | 2,310 | 2,480 | 2,655 |"
)


@pytest.mark.parametrize(
    "claim",
    ["The company employed 2,655 people in 2023.", "In 2022 there were 52,900 visitors."],
)
def test_the_value_of_another_year_is_wrong(claim: str) -> None:
    assert outcome(YEARS, claim).known is SupportState.CONTRADICTED


@pytest.mark.parametrize(
    "claim",
    [
        "The company employed 2,480 people in 2023.",
        "In 2023 there were 52,900 visitors, after 41,200 in 2022.",
        "Since 2022 the visitors rose from 41,200 to 61,350.",
        "Since 2022 the visitors have grown to 61,350.",
        "Visitors in 2024: 61,350",
    ],
)
def test_the_value_of_its_year_is_not(claim: str) -> None:
    assert outcome(YEARS, claim).known is not SupportState.CONTRADICTED
