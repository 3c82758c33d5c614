"""A figure that stands nowhere and follows from the evidence is read as if it stood there."""

from __future__ import annotations

import pytest

from tests.evidence.turns import with_evidence
from validation.domain.claim import ClaimState
from validation.evidence.check_response import check_response
from validation.evidence.examination import examine
from validation.evidence.reading.support import build_pair
from validation.evidence.text.limit import part_to_check

RIDE = "Departure Lund 09:15, arrival Karby 11:40."
CART = "3 x mug at 7.50 EUR. 1 x pot at 24.00 EUR."
METER = "last reading: 8,241 kWh\ncurrent reading: 9,116 kWh\nlimit: 12,000 kWh"
LAMPS = "\n".join(
    [
        "| lamp | price | weight |",
        "|---|---|---|",
        "| Tilo | 19 EUR | 2 kg |",
        "| Vela | 24 EUR | 3 kg |",
        "| Kora | 30 EUR | 4 kg |",
    ]
)
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


def told(evidence: str, response: str) -> list[str]:
    """What stands behind the windows of the claims."""
    examined = examine(with_evidence(evidence), part_to_check(response))
    derived = [examined.derived_facts[claim.id] for claim in examined.spans]
    pairs = [build_pair(response, evidence, "", "", facts) for facts in derived]
    return [pair.window.partition("\nWorked out: ")[2] for pair in pairs]


@pytest.mark.parametrize(
    ("evidence", "response", "results"),
    [
        (RIDE, "The ride takes 2 hours and 25 minutes.", ["11:40 - 09:15 = 145 minutes."]),
        (RIDE, "The ride takes over 2 hours.", ["11:40 - 09:15 = 145 minutes."]),
        (CART, "The total is 46.50 EUR.", ["46.5 EUR."]),
        (METER, "You have used 875 kWh since the last reading.", ["9116 kWh - 8241 kWh = 875 kWh."]),
        ("Fee: 7.50 EUR per month", "The fee adds up to 90 EUR per year.", ["90 EUR."]),
        ("Visitors were 400 in 2023 and 500 in 2024.", "Visitor numbers fell by 20 %.", [""]),
        (LAMPS, "The Tilo is the cheapest.", ['cheapest: "Tilo".']),
        (LAMPS, "The Vela is the cheapest.", ['cheapest: "Tilo".']),
        (LAMPS, "The Vela is heavier than the Tilo.", ['heavier: "Vela".']),
        (LAMPS, "The Kora is for sale. The Vela is heavier than the Tilo.", ["", 'heavier: "Vela".']),
        (LAMPS, "The Vela costs 24 EUR and the Kora 30 EUR. The cheapest is the Vela.", ["", 'cheapest: "Tilo".']),
        (POET, "Ada Brenner died at the age of 73.", ["17 November 1934 - 3 May 1861 = 73."]),
        (LAMPS, "The Tilo is the cheapest lamp on the market.", [""]),
        (LAMPS, "The Vela is blue.", [""]),
    ],
)
def test_the_reader_is_told_what_follows_and_how(evidence: str, response: str, results: list[str]) -> None:
    assert told(evidence, response) == results


def test_what_leads_only_among_the_things_told_is_not_carried() -> None:
    report = check_response(
        with_evidence(LAMPS), "The Vela costs 24 EUR and the Kora 30 EUR. The cheapest is the Vela."
    )
    assert report.claims[1].state is not ClaimState.SUPPORTED


@pytest.mark.parametrize(
    ("query", "evidence", "response"),
    [
        ("?", "The kettle is blue.", "The kettle costs 23.40 EUR, the mug 11.20 EUR. The total is 34.60 EUR."),
        ("A lamp of 40 EUR and a cable of 7.35 EUR?", "The lamp is blue.", "Lamp and cable cost 47.35 EUR in total."),
    ],
)
def test_what_follows_from_nothing_in_the_evidence_is_not_told(query: str, evidence: str, response: str) -> None:
    examined = examine(with_evidence(evidence, query=query), part_to_check(response))
    assert [one.text for outcome in examined.outcomes.values() for one in outcome.derived_facts.figures] == []
