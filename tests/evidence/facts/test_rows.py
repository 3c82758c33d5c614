"""Tables: what a claim says of one row stands in that row, each value under its own column."""

from __future__ import annotations

import pytest

from tests.evidence.facts.test_outcomes import outcome, outcomes
from validation.evidence.facts.outcome import SupportState

FILMS = (
    "| no | title | directed by | written by | hall |\n|---|---|---|---|---|\n"
    "| 26 | Salt Road | Minna Vire | Olav Stenning | Foyer |\n"
    "| 27 | The Red Kite | Minna Vire | Jorun Lothe | Attic |\n"
    "| 28 | Dry Harbour | Ben Holt | Ben Holt | Cellar |\n"
)
SENDERS = (
    "station | power | frequency | region\nVale FM | 10 kW | 93.7 MHz | north\nBay FM | 5 kW | 103.7 MHz | coast\n"
    "Fell FM | 25 kW | 88.3 MHz | hills\n"
)
ENGINES = (
    "number | class | shed | scrapped\n68132 | y1 | Moss Lane | 1959\n68165 | y3 | Dock Road | 1958\n"
    "68181 | y3 | Moss Lane | 1961\n"
)
STOPS = (
    "stop | parking | quarter\nRosegate | none | Tarn End\nLowbridge | park and ride | Vale\n"
    "Highmoor | thirty spaces | Winnow\n"
)
TRAINS = "train | leaves | platform\nRE 4 | 9:05 | 3\nRB 12 | 9:35 | 5\nRE 6 | 10:05 | 3\n"
PLAYERS = (
    "| # | player | goals | games |\n|---|---|---|---|\n| 1 | Ada Brandt | 31 | 46 |\n| 2 | Mira Holt | 12 | 51 |\n"
    "| 3 | Sue Adler | 9 | 40 |\n"
)


@pytest.mark.parametrize(
    ("evidence", "claim"),
    [
        (FILMS, "The Red Kite was written by Jorun Lothe."),
        (FILMS, "The Red Kite was directed by Minna Vire."),
        (SENDERS, "The station at 93.7 MHz has a power of 10 kW."),
        (ENGINES, "With the number 68165, the class is y3."),
        (STOPS, "Lowbridge has park and ride parking."),
        (TRAINS, "RE 4 leaves at 9:05 from platform 3."),
        (PLAYERS, "Mira Holt has more than 50 games."),
        (PLAYERS, "Ada Brandt has less than 50 games."),
    ],
)
def test_what_one_row_says_is_carried(evidence: str, claim: str) -> None:
    assert outcome(evidence, claim).known is SupportState.SUPPORTED


@pytest.mark.parametrize(
    ("evidence", "claim"),
    [
        (FILMS, 'The film "The Red Kite" was written by Minna Vire.'),
        (STOPS, "Rosegate has park and ride parking."),
        (STOPS, "Rosegate lies in Vale."),
        (TRAINS, "RE 4 leaves at 9:05 from platform 5."),
    ],
)
def test_what_several_rows_say_of_one_is_not(evidence: str, claim: str) -> None:
    assert outcome(evidence, claim).known is not SupportState.SUPPORTED


def test_values_of_one_column_are_of_several_rows() -> None:
    assert outcome(TRAINS, "Trains leave at 9:05 and at 9:35.").known is SupportState.SUPPORTED


@pytest.mark.parametrize("claim", ["Ada Brandt has more than 50 games.", "Mira Holt has less than 50 games."])
def test_a_value_beyond_the_limit_that_is_told_contradicts(claim: str) -> None:
    assert outcome(PLAYERS, claim).known is SupportState.CONTRADICTED


def test_a_limit_of_the_evidence_is_repeated_as_it_is() -> None:
    evidence = "- Home office: 6 EUR a day, at most 1,260 EUR a year"
    assert (
        outcome(evidence, "For the home office it is less than 1,620 EUR a year.").known is not SupportState.SUPPORTED
    )


def test_a_column_of_numbers_without_a_name_counts_the_rows() -> None:
    assert outcome(PLAYERS, "Ada Brandt has 31 goals.").known is SupportState.SUPPORTED


def test_a_small_number_names_no_row_that_another_value_would_contradict() -> None:
    evidence = "week | rival | result\n1 | Tarn Rovers | won\n2 | Vale City | lost\n3 | Dock United | won\n"
    assert outcome(evidence, "Vale City scored 3 goals.").known is SupportState.UNKNOWN


@pytest.mark.parametrize(
    "claim", ["All three together have more than 100 games.", "The players have more than 100 games together."]
)
def test_a_limit_of_a_sum_is_held_against_no_single_value(claim: str) -> None:
    assert outcome(PLAYERS, claim).known is SupportState.UNKNOWN


CLUBS = (
    "club | played | lost | tries for | tries against\nTarn Rovers | 22 | 4 | 76 | 35\nVale City | 22 | 9 | 61 | 44\n"
    "Dock United | 22 | 6 | 25 | 58\nFell Town | 22 | 4 | 25 | 60\n"
)


@pytest.mark.parametrize(
    "claim",
    [
        "The tries for is 25 where the amount of games lost is 4.",
        "25 tries go with 4 games lost.",
        "The most games lost with more than 60 tries for is 9.",
    ],
)
def test_a_row_that_nobody_means_contradicts_nothing(claim: str) -> None:
    assert outcome(CLUBS, claim).known is not SupportState.CONTRADICTED


@pytest.mark.parametrize("claim", ["Fell Town lost 9.", "Fell Town has 61 tries for."])
def test_the_row_that_is_meant_contradicts(claim: str) -> None:
    assert outcome(CLUBS, claim).known is SupportState.CONTRADICTED


ROOMS = (
    "room | kind | quarter | price\nRed Kite | attic | Vale | 90 EUR\nSalt Road | garden | Tarn | 70 EUR\n"
    "Dry Harbour | garden | Vale | 80 EUR\n"
)
GROUNDS = (
    "team | stadium | city | capacity\nVale Rovers | Mill Stadium | Orrin | 4,131\n"
    "Dock United | Shield Park | Tarn | 2,100\n"
)


def test_what_leads_among_some_is_not_beaten_by_another() -> None:
    assert outcome(ROOMS, "Dry Harbour is the cheapest room in Vale.").known is not SupportState.CONTRADICTED


def test_what_leads_among_all_is_held_against_them() -> None:
    assert outcome(ROOMS, "Dry Harbour is the cheapest room.").known is SupportState.CONTRADICTED


def test_the_name_of_a_column_is_no_value_of_another_row() -> None:
    assert outcome(GROUNDS, "The stadium of Dock United is Shield Park.").known is not SupportState.CONTRADICTED


TRIPS = "Destination | Flight | Hotel\nRome | 334 EUR | **410 EUR**\nOslo | 291 EUR | **520 EUR**"
PRICES = "| Price | Plan |\n|---|---|\n| 9 EUR | 10 GB |\n| 14 EUR | 20 GB |"
PARCELS = "| Price | Model |\n|---|---|\n| 40 EUR | 5 kg |\n| 60 EUR | 8 kg |"
GATES = "| Gate | Flight |\n|---|---|\n| 12 | 4812 |\n| 14 | 4816 |"


@pytest.mark.parametrize(
    ("evidence", "row", "state"),
    [
        (TRIPS, "| Destination | Hotel |\n|---|---|\n| Rome | 410 EUR |", SupportState.SUPPORTED),
        (TRIPS, "| Destination | Hotel |\n|---|---|\n| Rome | 520 EUR |", SupportState.CONTRADICTED),
        (TRIPS, "Rome: 291 EUR", SupportState.CONTRADICTED),
        (PRICES, "| Plan | Price |\n|---|---|\n| 10 GB | 9 EUR |", SupportState.SUPPORTED),
        (PRICES, "| Plan | Price |\n|---|---|\n| 10 GB | 14 EUR |", SupportState.CONTRADICTED),
        (PARCELS, "| Model | Price |\n|---|---|\n| 5 kg | 60 EUR |", SupportState.CONTRADICTED),
        (GATES, "| Flight | Gate |\n|---|---|\n| 4812 | 12 |", SupportState.SUPPORTED),
        (GATES, "| Flight | Gate |\n|---|---|\n| 4812 | 14 |", SupportState.CONTRADICTED),
    ],
)
def test_an_amount_names_no_row(evidence: str, row: str, state: SupportState) -> None:
    assert outcomes(evidence, row)[-1].known is state
