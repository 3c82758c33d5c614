"""A figure that stands nowhere and follows from the evidence is read as if it stood there."""

from __future__ import annotations

import pytest

from tests.evidence.turns import with_evidence
from validation.domain.claim import ClaimState
from validation.evidence.check_response import check_response
from validation.evidence.examination import examine
from validation.evidence.facts.outcome import DerivedFacts
from validation.evidence.quantities.quantity import find_quantities
from validation.evidence.reading.support import build_pair
from validation.evidence.text.limit import part_to_check

RIDE = "Departure Lund 09:15, arrival Karby 11:40."
CART = "3 x mug at 7.50 EUR. 1 x pot at 24.00 EUR."
METER = "last reading: 8,241 kWh\ncurrent reading: 9,116 kWh\nlimit: 12,000 kWh"
POET = "Ada Brenner, born on 3 May 1861, died on 17 November 1934 in Thun."


def state(evidence: str, response: str) -> ClaimState:
    report = check_response(with_evidence(evidence), response)
    return report.claims[0].state


@pytest.mark.parametrize(
    ("evidence", "right", "wrong"),
    [
        (RIDE, "The ride takes 2 hours and 25 minutes.", "The ride takes 3 hours and 25 minutes."),
        (CART, "The total is 46.50 EUR.", "The total is 31.50 EUR."),
        (METER, "You have used 875 kWh since the last reading.", "You have used 885 kWh since the last reading."),
        (POET, "Ada Brenner died at the age of 73.", "Ada Brenner died at the age of 71."),
    ],
)
def test_what_follows_is_supported_and_what_does_not_is_not(evidence: str, right: str, wrong: str) -> None:
    assert state(evidence, right) is ClaimState.SUPPORTED
    assert state(evidence, wrong) is not ClaimState.SUPPORTED


@pytest.mark.parametrize(
    ("worked_out", "told"),
    [
        (DerivedFacts(find_quantities("It is 15 EUR.")), "Mug: 7.5 EUR. Worked out: 15 EUR = 2 x 7.5 EUR."),
        (DerivedFacts(find_quantities("It is 16 EUR.")), "Mug: 7.5 EUR. Worked out: 16 EUR."),
        (DerivedFacts(ranks=("cheapest: Mug",)), "Mug: 7.5 EUR. Worked out: cheapest: Mug."),
        (DerivedFacts(), "Mug: 7.5 EUR."),
    ],
)
def test_the_reader_is_told_what_follows_and_how(worked_out: DerivedFacts, told: str) -> None:
    assert build_pair("2 mugs are 15 EUR.", "Mug: 7.50 EUR.", "", "", worked_out).window == told


@pytest.mark.parametrize(
    ("response", "ranks"),
    [
        ("The Tilo is the cheapest.", ("cheapest: Tilo",)),
        ("The Vela is the cheapest.", ("cheapest: Tilo",)),
        ("The Vela is heavier than the Tilo.", ("heavier: Vela",)),
        ("The Vela is blue.", ()),
    ],
)
def test_what_a_ranking_word_is_true_of_is_worked_out(response: str, ranks: tuple[str, ...]) -> None:
    rows = "| lamp | price | weight |\n|---|---|---|\n| Tilo | 19 EUR | 2 kg |\n| Vela | 24 EUR | 3 kg |"
    examined = examine(with_evidence(rows), part_to_check(response))
    assert [one.worked_out.ranks for one in examined.outcomes.values()] == [ranks]


@pytest.mark.parametrize(
    ("query", "evidence", "response"),
    [
        ("?", "The kettle is blue.", "The kettle costs 23.40 EUR, the mug 11.20 EUR. The total is 34.60 EUR."),
        ("A lamp of 40 EUR and a cable of 7.35 EUR?", "The lamp is blue.", "Lamp and cable cost 47.35 EUR in total."),
    ],
)
def test_what_follows_from_nothing_in_the_evidence_is_not_told(query: str, evidence: str, response: str) -> None:
    examined = examine(with_evidence(evidence, query=query), part_to_check(response))
    assert [one.text for outcome in examined.outcomes.values() for one in outcome.worked_out.figures] == []
