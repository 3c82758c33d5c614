"""What is cheapest or lightest among the things that meet a limit."""

from __future__ import annotations

import pytest

from tests.evidence.facts.test_outcomes import outcome
from tests.evidence.turns import with_evidence
from validation.evidence.check_response import check_response
from validation.evidence.facts.outcome import SupportState

KETTLES = (
    "| kettle | price | weight | capacity |\n|---|---|---|---|\n| Aro kettle | 39.90 EUR | 850 g | 1.2 l |\n"
    "| Bel kettle | 54.00 EUR | 910 g | 1.7 l |\n| Cor kettle | 61.50 EUR | 780 g | 1.0 l |"
)
LINES = (
    "- Aro kettle, 39.90 EUR, 850 g, 1.2 l\n- Bel kettle, 54.00 EUR, 910 g, 1.7 l\n"
    "- Cor kettle, 61.50 EUR, 780 g, 1.0 l"
)
ROOMS = (
    '[{"name": "Elm Room", "price_eur": 90, "seats": 12, "area": "30 m²"}, '
    '{"name": "Oak Room", "price_eur": 140, "seats": 20, "area": "55 m²"}, '
    '{"name": "Ash Room", "price_eur": 120, "seats": 16, "area": "48 m²"}]'
)
GAPS = (
    "| kettle | price | capacity |\n|---|---|---|\n| Aro kettle | 39.90 EUR | - |\n"
    "| Bel kettle | 54.00 EUR | 1.7 l |\n| Cor kettle | 61.50 EUR | 1.8 l |"
)
TRAINS = (
    "| train | departs | arrives | fare |\n|---|---|---|---|\n| ICE 12 | 08:10 | 12:20 | 59 EUR |\n"
    "| ICE 14 | 09:30 | 13:05 | 79 EUR |\n| IC 20 | 10:00 | 15:10 | 39 EUR |"
)
PUMPS = (
    "| pump | price | power |\n|---|---|---|\n| Kest 3 | 40 EUR | 120 W |\n| Kest 5 | 60 EUR | 180 W |\n"
    "| Kest 7 | 75 EUR | 180 W |"
)


@pytest.mark.parametrize(
    ("evidence", "response_md"),
    [
        (KETTLES, "The cheapest kettle with at least 1.5 l is the Bel kettle at 54.00 EUR."),
        (LINES, "The cheapest kettle with at least 1.5 l is the Bel kettle at 54.00 EUR."),
        (KETTLES, "The Bel kettle is the cheapest that holds more than 1.5 l."),
        (KETTLES, "The cheapest kettle under 800 g is the Cor kettle at 61.50 EUR."),
        (KETTLES, "Of those over 1.1 l, the Aro kettle is the cheapest."),
        (KETTLES, "The lightest kettle with 1.1 l or more is the Aro kettle."),
        (KETTLES, "Among kettles over 50 EUR the lightest is the Cor kettle."),
        (KETTLES, "The cheapest kettle over 50 EUR is the Bel kettle."),
        (ROOMS, "The cheapest room with more than 40 m² is the Ash Room."),
        (GAPS, "The cheapest kettle with at least 1.5 l is the Bel kettle."),
        (GAPS, "The cheapest kettle with at least 1.5 l is the Aro kettle."),
        (KETTLES, "The Aro kettle is the cheapest at under 40 EUR."),
        (KETTLES, "The Aro kettle is the cheapest at just over 39 EUR."),
        (KETTLES, "The most expensive kettle under 60 EUR is the Bel kettle."),
        (KETTLES, "The most expensive kettle for less than 60 EUR is the Bel kettle."),
        (KETTLES, "The lightest kettle at under 60 EUR is the Aro kettle."),
        (KETTLES, "The Aro kettle is the cheapest with over 2 years of warranty."),
        (KETTLES, "The cheapest kettle with 1.7 l is the Bel kettle."),
        (KETTLES, "The Bel kettle is the cheapest with 1.7 l."),
        (ROOMS, "The Oak Room is the cheapest with 55 m²."),
        (KETTLES, "The Bel kettle costs 54.00 EUR. The Aro kettle and the Cor kettle are both lighter."),
        (KETTLES, "The Bel kettle and the Cor kettle are dearer than the Aro kettle."),
        (ROOMS, "The Oak Room seats 20; the Elm Room and the Ash Room are cheaper."),
        (TRAINS, "The ICE 14 and the IC 20 are later than the ICE 12."),
        (TRAINS, "The cheapest train under 4 hours is the ICE 14."),
        (TRAINS, "The IC 20 is the cheapest at under 40 EUR."),
        (
            KETTLES,
            "The Cor kettle costs 61.50 EUR. Next to the Bel kettle, the Aro kettle and the Cor kettle are lighter.",
        ),
        (KETTLES, "The Cor kettle costs 61.50 EUR. Unlike it, the Aro kettle and the Bel kettle are cheaper."),
        (ROOMS, "None of the Oak Room and the Ash Room are cheaper than the Elm Room."),
        (ROOMS, "The Elm Room's chairs and the Oak Room's chairs are larger than the Ash Room's."),
        (KETTLES, "The Aro kettle and the Cor kettle are lighter and quieter than the Bel kettle."),
        (KETTLES, "The Aro kettle (850 g) and the Cor kettle (780 g) are lighter than the Bel kettle."),
        (ROOMS, "The largest room for less than 130 EUR is the Ash Room."),
        (ROOMS, "The most expensive room under 130 EUR is the Ash Room."),
        (PUMPS, "The cheapest pump with 180 W is the Kest 5."),
        (PUMPS, "Of the pumps with 180 W, the Kest 5 is the cheapest."),
        (PUMPS, "With 180 W, the Kest 5 is the cheapest."),
        (PUMPS, "The cheapest one that is sold with a 180 W motor is the Kest 5."),
        (PUMPS, "**Cheapest with 180 W:** Kest 5"),
        (KETTLES, "The lightest (with 1.1 l or more) is the Aro kettle."),
        (KETTLES, "The Cor kettle is the lightest, with 780 g."),
        (KETTLES, "The Aro kettle and the Bel kettle are not lighter than the Cor kettle."),
    ],
)
def test_what_leads_among_those_within_a_limit_is_not_contradicted(evidence: str, response_md: str) -> None:
    report = check_response(with_evidence(evidence), response_md)
    assert not [one.message for one in report.findings if str(one.code) == "value_contradicted"]


@pytest.mark.parametrize(
    ("evidence", "response_md"),
    [
        (KETTLES, "The cheapest kettle is the Cor kettle and it holds at least 1.0 l."),
        (KETTLES, "The cheapest kettle with at least 1.1 l is the Bel kettle."),
        (KETTLES, "The lightest kettle over 1.1 l is the Bel kettle."),
        (ROOMS, "The cheapest room with more than 40 m² is the Oak Room."),
        (GAPS, "The cheapest kettle with at least 1.5 l is the Cor kettle."),
        (KETTLES, "The Bel kettle is the cheapest at under 55 EUR."),
        (KETTLES, "The Bel kettle is the cheapest at just under 55 EUR."),
        (KETTLES, "The cheapest is the Bel kettle for less than 55 EUR."),
        (KETTLES, "The cheapest kettle under 70 EUR is the Cor kettle."),
        (KETTLES, "The Bel kettle is the cheapest kettle with over 2 years of warranty."),
        (TRAINS, "The ICE 12 is the cheapest at under 60 EUR."),
        (ROOMS, "The Ash Room is the cheapest at under 125 EUR."),
        (KETTLES, "The Bel kettle is the lightest with 910 g."),
        (KETTLES, "The Cor kettle is the cheapest, with 1.0 l."),
        (KETTLES, "The cheapest is the Bel kettle, with at least 1.5 l."),
        (KETTLES, "The Bel kettle with 1.7 l is the cheapest."),
        (KETTLES, "**Cheapest:** Cor kettle with 780 g"),
        (PUMPS, "The cheapest is the Kest 5 with 180 W."),
        (PUMPS, "The cheapest pump with 180 W is the Kest 7."),
        (KETTLES, "The Aro kettle and the Bel kettle are lighter than the Cor kettle."),
        (KETTLES, "The Cor kettle and the Bel kettle are cheaper than the Aro kettle."),
    ],
)
def test_what_does_not_lead_there_is_contradicted(evidence: str, response_md: str) -> None:
    report = check_response(with_evidence(evidence), response_md)
    assert [one for one in report.findings if str(one.code) == "value_contradicted"]


def test_none_leads_among_the_only_one_that_has_what_it_is_said_to_have() -> None:
    """It may be told of it, and not limit anything: `the lightest kettle with 1.7 l`."""
    assert outcome(KETTLES, "The Bel kettle is the lightest kettle with 1.7 l.").known is SupportState.UNKNOWN


@pytest.mark.parametrize(
    ("response_md", "known"),
    [
        ("The Aro kettle and the Cor kettle are lighter than the Bel kettle.", SupportState.SUPPORTED),
        ("The Aro kettle (850 g) and the Cor kettle (780 g) are lighter than the Bel kettle.", SupportState.SUPPORTED),
        ("The Bel kettle and the Cor kettle are dearer than the Aro kettle.", SupportState.SUPPORTED),
        ("The Aro kettle and the Cor kettle are cheaper than the Bel kettle.", SupportState.CONTRADICTED),
        ("The lids of the Aro kettle and the Cor kettle are lighter than the Bel kettle.", SupportState.UNKNOWN),
        ("The Aro kettle and the Cor kettle are lighter and quieter than the Bel kettle.", SupportState.UNKNOWN),
    ],
)
def test_what_is_said_of_several_things_holds_of_each(response_md: str, known: SupportState) -> None:
    assert outcome(KETTLES, response_md).known is known
