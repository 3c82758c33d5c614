"""What the facts say of one claim: supported, contradicted with the right value, or unknown."""

from __future__ import annotations

import pytest

from tests.evidence.turns import with_evidence
from validation.evidence.check_response import check_response
from validation.evidence.document.read import read_evidence
from validation.evidence.facts.claim_statements import QueryConcepts, read_query_concepts
from validation.evidence.facts.index import FactIndex
from validation.evidence.facts.outcome import Outcome, SupportState, check_facts
from validation.evidence.text.claims import split_claims
from validation.judge.embedded import verdict_of

LAMPS = """\
| name | price | weight | dimmable | warranty |
|---|---|---|---|---|
| Lumo H4 | 49.90 EUR | 820 g | yes | 3 years |
| Trevia Arc | 39.90 EUR | 640 g | no | 2 years |
| Solis Mini | 57.00 EUR | 910 g | yes | 5 years |
"""
KETTLES = """\
- Tarn K2 kettle, 54,90 EUR at Hausmarkt, 61 dB when boiling
- The Tarn K2 weighs 1.1 kg
- Murmel One kettle, 59,00 EUR at Hausmarkt, 68 dB when boiling
"""
TRAIN = """\
- The night train to Verane leaves Oldsund at 22:10 and arrives at 06:40
- Bicycles are not carried on the night train
- A couchette costs 64 EUR, a seat 29 EUR
- The dining car is closed on Sundays
"""
HOTEL = """\
```json
{"name": "Hotel Merin", "breakfast_included": false, "breakfast_price": "14 EUR", "parking": {"price_per_night":
 "9 EUR"}, "pets_allowed": false, "check_in": {"from": "15:00", "until": "22:00"}, "check_out": {"until": "11:00"}}
```
"""
BRIDGE = """\
- The Halden bridge was designed by Mira Osten and built by the firm Brauer from 1931 to 1934
- Anton Krug was the first to cross it, followed by Lise Amdal
- Unemployment rose in 1932, and the city council voted for the bridge
"""
HOURS = "Tue-Fri 11:30-14:30 and 17:30-22:00\nSat 17:00-23:00\n"
LEAFLET = (
    "Corvadin is not safe during pregnancy. It must be taken with food. Store it below 25 °C. Leave at least 6 hours "
    "between doses. Adults take at most 3 tablets a day."
)


def outcome(evidence: str, claim: str, query: str = "") -> Outcome:
    [found] = outcomes(evidence, claim, query)
    return found


def outcomes(evidence: str, response: str, query: str = "") -> list[Outcome]:
    """Those of every claim of a response."""
    document = with_evidence(evidence)
    asked = read_query_concepts(query, document, frozenset()) if query else QueryConcepts()
    index = FactIndex(document, read_evidence(document))
    return list(check_facts(response, split_claims(response), index, asked).values())


@pytest.mark.parametrize(
    ("evidence", "claim"),
    [
        (LAMPS, "The Lumo H4 costs 49.90 EUR and is dimmable."),
        (LAMPS, "The [Trevia Arc](https://t.example) cannot be dimmed."),
        (LAMPS, "The Lumo H4 comes with a 3-year warranty."),
        (LAMPS, "The Trevia Arc is the cheapest of them."),
        (LAMPS, "The Lumo H4 is the cheapest dimmable one at 49.90 EUR."),
        (LAMPS, "The Solis Mini is heavier than the Lumo H4."),
        (LAMPS, "The Solis Mini costs 57.00 EUR, 7.10 EUR more than the Lumo H4."),
        (LAMPS, "The Lumo H4 weighs about 0.8 kg."),
        (KETTLES, "The Tarn K2 costs 54.90 EUR and is one of the two kettles at Hausmarkt."),
        (KETTLES, "- Tarn K2: 54.90 EUR, 61 dB"),
        (TRAIN, "It departs at 10:10 pm and arrives at 6:40 am."),
        (TRAIN, "It leaves at 22:10 and arrives at 06:40, so it takes 8 hours and 30 minutes."),
        (TRAIN, "A seat is 29 EUR and a couchette 64 EUR."),
        (HOTEL, "**Breakfast:** 14 EUR"),
        (HOTEL, "Check-in is from 15:00 to 22:00."),
        (BRIDGE, "Mira Osten designed the Halden bridge."),
        (HOURS, "It is open from 17:00 to 23:00 on Saturdays."),
        ("- item: blanket, 2 x 18.50 EUR\n- shipping: 6.00 EUR", "2 x 18.50 EUR + 6.00 EUR = 43.00 EUR in total."),
        ("- tower: 830 m away", "The tower is about 800 m away."),
        ("- distance: 5 miles", "The distance is 5 miles (8 km)."),
    ],
)
def test_what_follows_from_the_evidence_is_supported(evidence: str, claim: str) -> None:
    found = outcome(evidence, claim)
    assert found.known is SupportState.SUPPORTED
    assert found.quotes


@pytest.mark.parametrize(
    ("evidence", "claim", "instead"),
    [
        (LAMPS, "The Lumo H4 costs 57.00 EUR.", "49.90 EUR"),
        (LAMPS, "The [Lumo H4](https://l.example) has a 5-year warranty.", "3 years"),
        (LAMPS, "The Solis Mini is the cheapest lamp of the three.", "Trevia Arc"),
        (LAMPS, "The Lumo H4 is lighter than the Trevia Arc.", "Trevia Arc"),
        (TRAIN, "A seat costs 64 EUR.", "29 EUR"),
        (TRAIN, "The night train leaves Oldsund at 06:40.", "22:10"),
        (HOTEL, "Check-out is until 22:00.", "11:00"),
        (HOTEL, "Parking costs 14 EUR per night.", "9 EUR"),
        (LEAFLET, "Store it above 25 °C.", ""),
        (LEAFLET, "Leave at most 6 hours between doses.", ""),
    ],
)
def test_what_the_evidence_says_otherwise_is_contradicted(evidence: str, claim: str, instead: str) -> None:
    found = outcome(evidence, claim)
    assert found.known is SupportState.CONTRADICTED
    assert instead in [conflict.instead for conflict in found.conflicts]


@pytest.mark.parametrize(
    ("evidence", "claim"),
    [
        (LAMPS, "The Lumo H4 has a brass arm."),
        (LAMPS, "The Lumo H4 costs 44.00 EUR."),
        (TRAIN, "The night train has showers."),
        (HOTEL, "The hotel lies by the lake."),
        ("- Most people do not get drowsy", "Nobody gets drowsy."),
        ("- Up to five days may be carried over", "All days may be carried over."),
        ("- order: shipped on 3 March", "The order was delivered on 3 March."),
    ],
)
def test_what_the_evidence_does_not_say_is_unknown(evidence: str, claim: str) -> None:
    assert outcome(evidence, claim).known is SupportState.UNKNOWN


@pytest.mark.parametrize(
    "claim",
    [
        "The Lumo H4 lamp does not cost 49.90 EUR at Lichthaus.",
        "The Lumo H4 lamp never costs 49.90 EUR at Lichthaus.",
        "Lichthaus does not sell the Lumo H4 lamp for 49.90 EUR.",
    ],
)
def test_a_denial_of_what_was_asked_is_carried_by_no_row_that_affirms_it(claim: str) -> None:
    evidence, query = "- Lumo H4 lamp, 49.90 EUR at Lichthaus", "What does the Lumo H4 lamp cost at Lichthaus?"
    assert outcome(evidence, claim, query).known is SupportState.UNKNOWN


def test_a_code_that_only_an_earlier_draft_writes_is_carried_by_nothing() -> None:
    evidence = "- The shop sells one kettle\n\n## 6. Synthesis\nThe shop sells the kettle HX1."
    assert outcome(evidence, "The shop sells the kettle HX1.").uncovered == ("hx1",)
    told = f"- The shop sells the kettle HX1 in red\n{evidence}"
    assert outcome(told, "The shop sells the kettle HX1.").uncovered == ()


def test_the_hint_names_the_right_value_and_its_place() -> None:
    response = "The Lumo H4 costs 57.00 EUR."
    verdict = verdict_of(check_response(with_evidence(LAMPS), response), response)
    assert "Replace 57.00 EUR with 49.90 EUR: section 4, Lumo H4" in verdict.revision_hints


@pytest.mark.parametrize(
    ("evidence", "claim", "known"),
    [
        (
            "\\# Lumo H4\nThe set does not include batteries.",
            "The Lumo H4 does not include batteries.",
            SupportState.UNKNOWN,
        ),
        (
            "Oat bar: oats and dates. No nuts. 1.90 EUR.",
            "The oat bar has oats and dates and no nuts.",
            SupportState.SUPPORTED,
        ),
        ("4.2.1 mends the export. 4.2.0 mends the login.", "The login is mended in 4.2.0.", SupportState.SUPPORTED),
        ("4.2.1 mends the export. 4.2.0 mends the login.", "The login is mended in 4.2.1.", SupportState.UNKNOWN),
        (
            "1 stop in Bern (55 min), 6 h 10 min in all.",
            "One stop in Bern; the trip takes 6 h 10 min.",
            SupportState.UNKNOWN,
        ),
        ("Flight 218 has one stop.", "Flight 218 is direct.", SupportState.UNKNOWN),
        ("Der Versand kostet 4,90 EUR.", "Der Versand kostet 4,90 EUR und ist im Preis.", SupportState.UNKNOWN),
        ("Versand: 4,90 EUR, ab 50 EUR kostenlos.", "Der Versand ist ab 50 EUR kostenlos.", SupportState.SUPPORTED),
    ],
)
def test_plain_words_are_read_as_they_are_meant(evidence: str, claim: str, known: SupportState) -> None:
    assert outcome(evidence, claim).known is known


def test_an_invented_price_is_replaced_by_the_only_one_of_the_thing() -> None:
    document = with_evidence("- Lumo H4: 49.90 EUR, 450 lumens. https://lampenladen.example/p/lumo-h4")
    report = check_response(
        document, "The [Lumo H4](https://lampenladen.example/p/lumo-h4) costs 39.90 EUR and gives 450 lumens."
    )
    [finding] = report.certain
    assert "replace it with 49.90 EUR" in finding.message
