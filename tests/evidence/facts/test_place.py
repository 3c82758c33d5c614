"""Whether what a claim says stands in one place of the evidence, and whether that place is still the latest word."""

from __future__ import annotations

import pytest

from tests.evidence.facts.test_outcomes import outcome
from tests.evidence.turns import with_evidence
from validation.evidence.document.read import read_evidence
from validation.evidence.facts.claim_statements import QueryConcepts
from validation.evidence.facts.index import FactIndex
from validation.evidence.facts.outcome import SupportState, check_facts
from validation.evidence.text.claims import split_claims

BAKERY = """\
The bakery was founded by Ines Horvat; her cousin Paul Reuter kept the books. Olga Brandt baked the first loaf, and the
mayor Karl Voss cut the ribbon on 2 May 1971.
"""
CALENDAR = """\
- note of 3 Apr 2026: piano lesson with Nora on Friday at 16:00 (source_ref: memory:n1)
- note of 21 Apr 2026: piano lesson with Nora on Friday now at 17:30 (source_ref: memory:n2)
"""
RATES = "The fee was raised from 12 EUR to 15 EUR in March. The deposit stays at 40 EUR."
API = "The service allows 90 calls per hour. Above that it answers with code 710. A whole team may make 2,000 calls."
DESKS = "| desk | staffed | closed |\n|---|---|---|\n| Post | Mon-Sat | Sun |\n| Bank | Tue-Fri | Mon, Sat, Sun |\n"
REIGN = "Aldis became abbot of Sorn on 8 June 1703 and stepped down on 8 June 1724; the east wing fell two years later."
CRATES = '```json\n{"crates": [{"code": "A7", "weight_kg": 3.5}, {"code": "B2", "weight_kg": 4.0}]}\n```\n'
RENTALS = "| Car | Price a day |\n|---|---|\n| Alto | 47 EUR |\n| Ronda | 41 EUR |\n"
TICKET = '```json\n{"ticket": {"opened": "2026-02-20", "refunded": "2026-02-26"}}\n```\n'


@pytest.mark.parametrize(
    ("evidence", "claim"),
    [
        (BAKERY, "The bakery was founded by Ines Horvat."),
        (BAKERY, "Paul Reuter kept the books."),
        (CALENDAR, "The piano lesson with Nora is on Friday at 17:30."),
        (RATES, "The fee is 15 EUR, raised from 12 EUR."),
        (DESKS, "The Bank is staffed from Tuesday to Friday."),
        (REIGN, "Aldis was abbot for 21 years, from 1703 to 1724."),
        (CRATES, "Together the crates weigh 7.5 kg."),
        ("- The ferry takes 15 minutes", "The ferry takes a quarter of an hour."),
        ("- The ride lasts 90 minutes", "The ride lasts an hour and a half."),
        ("- The stew takes 2.5 h", "The stew takes two and a half hours."),
        ("- The stew takes 2.5 h", "The stew takes two-and-a-half hours."),
        ("- The play lasts 2 h 20 min", "The play lasts 2 hours 20."),
        ("- The break lasts 30 min", "The break lasts a half-hour."),
        ("- The harbour tour takes 55 minutes", "You'll need 55 minutes for the harbour tour."),
        (TICKET, "It was refunded six days after it was opened."),
        ("- The hall seats 312 people", "The hall seats three hundred and twelve people."),
        ("- queue thumbs: 5 waiting", "- 5 waiting ([311](https://status.example/311))"),
    ],
)
def test_what_one_place_says_is_supported(evidence: str, claim: str) -> None:
    assert outcome(evidence, claim).known is SupportState.SUPPORTED


@pytest.mark.parametrize(
    ("evidence", "claim"),
    [
        (CALENDAR, "The piano lesson with Nora is on Friday at 16:00."),
        (RATES, "The fee is 12 EUR."),
        (API, "A whole team answers with code 710."),
        (REIGN, "Aldis was abbot for 19 years."),
        (CRATES, "Together the crates weigh 8.5 kg."),
        ("- The ferry takes 25 minutes", "The ferry takes a quarter of an hour."),
        ("- The play lasts 2 h 20 min", "The play lasts 2 hours 40."),
        ("- The stew takes half an hour", "The stew takes two and a half hours."),
        (TICKET, "It was refunded five days after it was opened."),
    ],
)
def test_what_stands_in_two_places_or_is_outdated_is_not(evidence: str, claim: str) -> None:
    assert outcome(evidence, claim).known is not SupportState.SUPPORTED


@pytest.mark.parametrize(
    ("price", "known"), [("41 EUR", SupportState.SUPPORTED), ("47 EUR", SupportState.CONTRADICTED)]
)
def test_it_is_what_the_sentence_before_compared_with_others(price: str, known: SupportState) -> None:
    document = with_evidence(RENTALS)
    response = f"The Ronda is cheaper than the Alto. It costs {price} a day."
    facts = FactIndex(document, read_evidence(document))
    _, second = check_facts(response, split_claims(response), facts, QueryConcepts()).values()
    assert second.known is known


SUPERSEDED = (
    "| Plan | Storage | Backup |\n|---|---|---|\n| Old 2023, superseded | 5 GB | yes, 7 days |\n| Team | 20 GB | no |\n"
)


@pytest.mark.parametrize("evidence", [SUPERSEDED, SUPERSEDED.replace("yes, 7", "none, 7")])
def test_what_stands_before_a_field_that_says_two_things_begins_before_it(evidence: str) -> None:
    document = with_evidence(evidence)
    index = FactIndex(document, read_evidence(document))
    before = [(one.start, found.start) for one in index.statements if (found := index.before(one.start))]
    assert before
    assert all(earlier < start for start, earlier in before)
