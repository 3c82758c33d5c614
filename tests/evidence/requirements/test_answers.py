"""What the evidence surely answers must be in the response, in whatever words."""

from __future__ import annotations

import pytest

from tests.evidence.turns import with_evidence
from validation.domain.check import CheckName
from validation.domain.claim import Requirement
from validation.evidence.check_response import check_response

BRIDGE = (
    "The Corran Bridge is a cable-stayed bridge over the Aled estuary. It was designed by the engineer Ines Halvorsen "
    "and opened to traffic on 14 May 1998. Its main span is 310 metres. (source_ref: enc-1)"
)
TUNNEL = (
    "The Lindow tunnel, 2.3 km long, was closed from 3 to 19 March because water had entered the cable ducts. "
    "The repair cost 1.4 million EUR. (source_ref: n1)"
)
PROJECT = "| project | budget | spent |\n|---|---|---|\n| Brasa | 48000.00 | 45200.00 |"
LEAGUE = "| club | points | lost |\n|---|---|---|\n| Vaasa | 39 | 3 |\n| Tondela | 38 | 2 |"
RACE = "Result: 1. Naledi Fourie 38:12, 2. Mirela Dragan 38:40, 3. Yuki Aaltonen 39:05."
FIRM = "Brantner AG, led by Marta Szalai since 2019, makes pumps and has its seat in Graz. (source_ref: b1)"


ORDER = '{"order": "T-8120", "status": "in_transit", "carrier": "Rast", "expected": "2026-04-09"}'
CUSTOMS = "Order 4471 is a lamp for 40 EUR, placed on 2 May. It is held at customs in Orrin. (source_ref: o2)"
DEPOT = "Parcel 12 weighs 2 kg. It lies at the depot in Tarn. (source_ref: p2)"
PARCEL = "Parcel: PK-88213\nStatus: in transit\nLast scan: depot Marlen, 3 March 06:40\nExpected: 4 March"


def unmet(query: str, evidence: str, response: str) -> list[Requirement]:
    report = check_response(with_evidence(evidence, query=query), response)
    return [one for one in report.requirements if not one.met]


@pytest.mark.parametrize(
    ("query", "evidence", "response"),
    [
        ("When did the Corran Bridge open, and who designed it?", BRIDGE, "It opened to traffic on 14 May 1998."),
        ("Who designed the Corran Bridge?", BRIDGE, "The Corran Bridge has a main span of 310 metres."),
        ("Why was the Lindow tunnel closed in March?", TUNNEL, "It was closed from 3 to 19 March."),
        ("Where is the delivery entrance?", "The delivery entrance is in Hofweg.", "The main entrance is closed."),
        ("Who leads Brantner AG?", FIRM, "Brantner AG makes pumps in Graz."),
        ("Where is the headquarters of Brantner AG?", FIRM, "It is led by Marta Szalai and makes pumps."),
        ("Who designed the Corran Bridge?", BRIDGE, "The bridge is 310 metres long. I could not find who designed it."),
    ],
)
def test_a_response_without_the_answer_is_told_what_the_evidence_says(query: str, evidence: str, response: str) -> None:
    found = unmet(query, evidence, response)
    assert [one.kind for one in found] == ["part"]
    assert "The evidence says" in found[0].reason


@pytest.mark.parametrize(
    ("query", "evidence", "response"),
    [
        ("When did the Corran Bridge open, and who designed it?", BRIDGE, "14 May 1998; Ines Halvorsen."),
        ("Who designed the Corran Bridge?", BRIDGE, "Ms Halvorsen drew it."),
        ("Why was the Lindow tunnel closed in March?", TUNNEL, "Its cables got wet."),
        ("Why was the Lindow tunnel closed in March?", TUNNEL, "Water in the ducts."),
        ("Who is the CEO of Brantner AG?", FIRM, "Marta Szalai."),
        ("Where is the headquarters of Brantner AG?", FIRM, "In Graz."),
        ("What did the project cost compared with its budget?", PROJECT, "Only 45,200 EUR of 48,000 EUR were spent."),
        ("Who lost fewest and how far behind first are they?", LEAGUE, "Tondela; they are just one behind Vaasa."),
        ("How far behind the winner was Yuki?", RACE, "Yuki Aaltonen came third, 53 seconds behind the winner."),
        ("where is my order?", ORDER, "It is in transit with Rast and expected on 9 April."),
        ("Hello, where's our order T-8120 now?", ORDER, "It is in transit with Rast and expected on 9 April."),
        ("Where is my order?", CUSTOMS, "It is stuck at customs."),
        ("Where is my parcel?", DEPOT, "It has not arrived yet and weighs 2 kg."),
        ("Where is my parcel?", PARCEL, "It was last scanned in Marlen at 6:40 and should be with you on 4 March."),
        ("Who painted the Corran Bridge?", BRIDGE, "The evidence does not say who painted it."),
    ],
)
def test_an_answer_in_other_words_is_one(query: str, evidence: str, response: str) -> None:
    assert not unmet(query, evidence, response)


def test_what_the_evidence_answers_asks_for_no_new_search() -> None:
    report = check_response(with_evidence(TUNNEL, query="Why was the Lindow tunnel closed?"), "It is 2.3 km long.")
    assert not report.checks[CheckName.QUERY_ADDRESSED].state.holds
    assert report.evidence_missing is None
