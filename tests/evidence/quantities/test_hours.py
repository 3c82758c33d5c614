"""Clock times that only the words beside them show: `opens at 10`, `from 10 to 18`, `um zehn Uhr`."""

from __future__ import annotations

import pytest

from tests.evidence.turns import with_evidence
from validation.evidence.check_response import check_response
from validation.evidence.quantities.quantity import Kind, find_quantities


def times(text: str) -> list[tuple[str, float]]:
    return [(one.text, one.candidates[0]) for one in find_quantities(text) if one.kind is Kind.TIME]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The museum opens at 10 and closes at 18.", [("10", 600), ("18", 1080)]),
        ("It is open from 10 to 18.", [("10", 600), ("18", 1080)]),
        ("Open 10 to 18 daily.", [("10", 600), ("18", 1080)]),
        ("The pool closes at 9 on Sundays.", [("9", 540)]),
        ("The tour ends at 14 (meeting point: gate 2).", [("14", 840)]),
        ("The train leaves at 7 and arrives at 11.", [("7", 420), ("11", 660)]),
        ("The museum opens at ten [1].", [("ten", 600)]),
        ("The museum opens at ten (see below).", [("ten", 600)]),
        ("It opens at ten and closes at six.", [("ten", 600), ("six", 360)]),
        ("Das Museum öffnet um zehn Uhr.", [("zehn Uhr", 600)]),
        ("Die Führung beginnt um elf Uhr und endet um drei Uhr.", [("elf Uhr", 660), ("drei Uhr", 180)]),
        ("Das Museum ist von 10 bis 18 Uhr geöffnet.", [("10", 600), ("18 Uhr", 1080)]),
    ],
)
def test_an_hour_is_read_as_a_time(text: str, found: list[tuple[str, float]]) -> None:
    assert times(text) == found


@pytest.mark.parametrize(
    "text",
    [
        "The museum opens at 10 euros a head.",
        "Prices start at 12 EUR.",
        "Prices start at 12.",
        "Pricing starts at 12.",
        "It is sold at ten (10) percent off.",
        "Closes at ten and a half percent.",
        "Fees begin at 15 per person.",
        "The trail starts at 12 m above the lake.",
        "It is open from 10 to 18 euros.",
        "The range goes from 10 to 18.",
        "It is open at 12 locations.",
        "Shares opened at 14.20 and closed at 15.10.",
        "The share opens at 12.45 and closes at 13.10.",
        "Shares opened at 14 dollars.",
        "The course ends at 3 km.",
        "The shop opens at 10 places in town.",
        "Route 7 leaves at 3 stops.",
        "At ten percent it is cheap.",
        "Water boils at 100.",
    ],
)
def test_a_figure_that_counts_or_costs_is_no_time(text: str) -> None:
    assert times(text) == []


MUSEUM = "- The Lindau Museum opens at 10:00 and closes at 18:00, Tuesday to Sunday"


@pytest.mark.parametrize(
    ("response_md", "is_found"),
    [
        ("The museum is open from 10 to 18.", False),
        ("The museum opens at 10.", False),
        ("The museum opens at ten [1].", False),
        ("Das Museum öffnet um zehn Uhr.", False),
        ("The museum is open from 11 to 18.", True),
        ("The museum opens at 9.", True),
        ("The museum opens at nine [1].", True),
        ("Das Museum öffnet um neun Uhr.", True),
    ],
)
def test_an_hour_must_stand_in_the_evidence(response_md: str, is_found: bool) -> None:
    report = check_response(with_evidence(MUSEUM), response_md)
    codes = {str(one.code) for one in report.findings}
    assert bool(codes & {"number_not_in_evidence", "time_not_in_evidence", "value_contradicted"}) is is_found
