"""Values that a claim tells of several things in their order: `A and B cost 1 and 2 EUR respectively`."""

from __future__ import annotations

import pytest

from tests.evidence.turns import with_evidence
from validation.evidence.check_response import check_response

KETTLES = (
    "| kettle | price | weight |\n|---|---|---|\n| Aro kettle | 39.90 EUR | 850 g |\n"
    "| Bel kettle | 54.00 EUR | 910 g |\n"
    "| Cor kettle | 61.50 EUR | 780 g |"
)
NOTES = "- Aro kettle, 39.90 EUR at Topf\n- Bel kettle, 54.00 EUR at Herd"
LIMITS = "Apps on Sketch may send 60 requests per minute, those on Studio 300 and those on Atelier 1,200."
LIBRARY = "Ida opens the library at 9:00 on weekdays, Tom at 11:00."
TRAINS = (
    '[{"train": "ICE 71", "departs": "10:05", "platform": 4}, {"train": "ICE 93", "departs": "11:20", "platform": 7}]'
)


def is_contradicted(evidence: str, response_md: str) -> bool:
    report = check_response(with_evidence(evidence), response_md)
    return any(str(one.code) == "value_contradicted" for one in report.findings)


@pytest.mark.parametrize(
    ("evidence", "response_md"),
    [
        (KETTLES, "The Aro and Bel kettles cost 39.90 EUR and 54.00 EUR respectively."),
        (KETTLES, "The Bel and Aro kettles cost 54.00 EUR and 39.90 EUR, respectively."),
        (KETTLES, "The Aro kettle and the Cor kettle weigh 850 g and 780 g respectively."),
        (KETTLES, "The Aro, Bel and Cor kettles cost 39.90 EUR, 54.00 EUR and 61.50 EUR respectively."),
        (KETTLES, "The Aro and Bel kettles cost, respectively, 39.90 EUR and 54.00 EUR."),
        (NOTES, "The Aro and Bel kettles cost 39.90 EUR and 54.00 EUR respectively."),
        (TRAINS, "ICE 71 and ICE 93 depart at 10:05 and 11:20 respectively."),
    ],
)
def test_values_in_the_order_of_their_things_are_not_contradicted(evidence: str, response_md: str) -> None:
    assert not is_contradicted(evidence, response_md)


@pytest.mark.parametrize(
    ("evidence", "response_md"),
    [
        (KETTLES, "The Aro and Bel kettles cost 54.00 EUR and 39.90 EUR respectively."),
        (KETTLES, "The Aro kettle and the Cor kettle weigh 780 g and 850 g respectively."),
        (KETTLES, "The Aro, Bel and Cor kettles cost 39.90 EUR, 61.50 EUR and 54.00 EUR respectively."),
        (NOTES, "The Aro and Bel kettles cost 54.00 EUR and 39.90 EUR respectively."),
    ],
)
def test_values_in_another_order_are_contradicted(evidence: str, response_md: str) -> None:
    assert is_contradicted(evidence, response_md)


@pytest.mark.parametrize(
    ("evidence", "response_md"),
    [
        (LIMITS, "Apps on Studio may send 300 requests per minute."),
        (LIMITS, "Atelier may send 1,200 requests per minute."),
        (LIBRARY, "Tom opens the library at 11:00 on weekdays."),
    ],
)
def test_the_value_of_a_thing_without_its_own_verb_is_not_contradicted(evidence: str, response_md: str) -> None:
    assert not is_contradicted(evidence, response_md)


@pytest.mark.parametrize(
    ("evidence", "response_md"),
    [
        (LIMITS, "Apps on Sketch may send 300 requests per minute."),
        (LIMITS, "Atelier apps may send 300 requests per minute."),
        (LIBRARY, "Ida opens the library at 11:00 on weekdays."),
    ],
)
def test_the_value_of_another_thing_of_such_a_sentence_is_contradicted(evidence: str, response_md: str) -> None:
    assert is_contradicted(evidence, response_md)
