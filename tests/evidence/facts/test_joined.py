"""One value that is told of two things is not carried by the row of the one that has it."""

from __future__ import annotations

import pytest

from tests.evidence.facts.test_outcomes import outcome
from validation.evidence.facts.outcome import SupportState

COURSES = (
    "| Course | Start | Fee | Room |\n|---|---|---|---|\n| Pottery | 4 March 2026 | 60 EUR | Oak |\n"
    "| Weaving | 11 March 2026 | 75 EUR | Elm |\n| Carving | 4 March 2026 | 75 EUR | Oak |\n"
)
HIRED = (
    '[{"name": "Rika tent", "price": "150 EUR", "back": "2026-07-04"},'
    ' {"name": "Moss stove", "price": "35 EUR", "back": "2026-07-11"},'
    ' {"name": "Fjell bag", "price": "150 EUR", "back": "2026-07-04"}]'
)


def _until(column: str) -> str:
    return f"| Name | {column} |\n|---|---|\n| Lido | 3 May 2026 |\n| Zoo | 10 May 2026 |\n"


@pytest.mark.parametrize(
    ("evidence", "claim", "instead"),
    [
        (COURSES, "On 4 March 2026 Pottery, Weaving and Carving start.", "11 March 2026"),
        (COURSES, "For 60 EUR you get Pottery or Weaving.", "75 EUR"),
        (_until("Open from"), "On 3 May 2026 the Lido and the Zoo are open.", "10 May 2026"),
        (HIRED, "On 4 July 2026 the Rika tent and the Moss stove are back.", "2026-07-11"),
        (HIRED, "For 35 EUR there are the Moss stove and the Rika tent.", "150 EUR"),
    ],
)
def test_a_value_that_one_of_them_has_not_is_contradicted(evidence: str, claim: str, instead: str) -> None:
    (conflict,) = outcome(evidence, claim).conflicts
    assert conflict.instead == instead


@pytest.mark.parametrize(
    ("evidence", "claim"),
    [
        (COURSES, "On 4 March 2026 Pottery and Carving start."),
        (COURSES, "For 75 EUR you get Weaving or Carving."),
        (COURSES, "On 4 March there is Pottery and Weaving is in Elm."),
        (COURSES, "On 4 March there is Pottery, and Weaving costs 75 EUR."),
        (COURSES, "For 60 EUR there is Pottery; Weaving and Carving are dearer."),
        (COURSES, "From 60 EUR you can book Pottery, Weaving or Carving."),
        (COURSES, "For 60 EUR or more you can book Pottery and Weaving."),
        (COURSES, "At 75 EUR at most, you can take Pottery, Weaving or Carving."),
        (COURSES, "Pottery and Weaving cost 60 EUR and 75 EUR."),
        (COURSES, "Pottery and Weaving cost 60 to 75 EUR."),
        (COURSES, "On 4 March one of Pottery and Weaving starts."),
        (_until("Valid until"), "On 3 May 2026 the Lido and the Zoo are valid."),
        (_until("Booking deadline"), "On 3 May 2026 you can book the Lido and the Zoo."),
        (_until("Last day off"), "On 3 May 2026 the Lido and the Zoo are off."),
        (_until("endDate"), "On 3 May 2026 there are the Lido and the Zoo."),
        (_until("Apply by"), "On 3 May 2026 you may apply for the Lido or the Zoo."),
        (HIRED, "For 150 EUR there are the Rika tent and the Fjell bag."),
        (HIRED, "For 35 EUR there is the Moss stove, for 150 EUR the Rika tent or the Fjell bag."),
    ],
)
def test_what_both_have_or_only_one_is_told_is_not(evidence: str, claim: str) -> None:
    assert outcome(evidence, claim).known is not SupportState.CONTRADICTED
