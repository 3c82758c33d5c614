"""What a reviewer is told to write instead: the value of the same thing, or nothing where none is known."""

from __future__ import annotations

import re

import pytest

from tests.evidence.turns import with_evidence
from validation.evidence.check_response import check_response
from validation.evidence.text.words import strip_markdown

SAYS, NOTHING = "replace it with {}: section 4", ""

CASES = [
    pytest.param(
        "Museum Halle opens from 9:30 am to 6 pm.", "Museum Halle opens at 10:15 am.", SAYS, "9:30 am", id="opening"
    ),
    pytest.param(
        "Museum Halle opens from 9:30 am to 6 pm.", "Museum Halle closes at 8 pm.", SAYS, "6 pm", id="closing"
    ),
    pytest.param(
        "Museum Halle closes at 6 pm.", "Museum Halle opens at 10 am.", NOTHING, "6 pm", id="only a closing time"
    ),
    pytest.param(
        "Museum Halle: 9:30–18:00 daily.", "Museum Halle closes at 20:00.", SAYS, "18:00", id="end of a range"
    ),
    pytest.param(
        "Dolorin tablets: effect sets in after 30 minutes.",
        "Take Dolorin tablets for at most 45 minutes.",
        NOTHING,
        "30 minutes",
        id="a limit beside an onset",
    ),
    pytest.param(
        "Dolorin tablets: do not take them longer than 10 days.",
        "Dolorin tablets bring relief within 2 days.",
        NOTHING,
        "10 days",
        id="an onset beside a limit",
    ),
    pytest.param(
        "Dolorin tablets: do not take them longer than 10 days.",
        "Take Dolorin tablets for at most 14 days.",
        SAYS,
        "10 days",
        id="two limits",
    ),
    pytest.param("Lumo H4 costs 49.90 EUR.", "The Lumo H4 costs 44 EUR.", SAYS, "49.90 EUR", id="two prices"),
    pytest.param(
        "Lumo H4: delivery 4.90 EUR.", "The Lumo H4 costs 44 EUR.", NOTHING, "4.90 EUR", id="delivery is no price"
    ),
    pytest.param(
        "Lumo H4 costs 49.90 EUR.", "Delivery of the Lumo H4 is 3 EUR.", NOTHING, "49.90 EUR", id="no delivery price"
    ),
    pytest.param(
        "Lumo H4: you save 10 EUR today.", "The Lumo H4 costs 44 EUR.", NOTHING, "10 EUR", id="a saving is no price"
    ),
    pytest.param("Lumo H4 weighs 96 g.", "The Lumo H4 weighs 69 g.", SAYS, "96 g", id="two weights"),
    pytest.param(
        "Kestrel rack carries 25 kg.", "The Kestrel rack weighs 3 kg.", NOTHING, "25 kg", id="a load is no weight"
    ),
    pytest.param("Lumo H4: battery life 40 hours.", "The Lumo H4 runs 50 hours.", SAYS, "40 hours", id="two runtimes"),
    pytest.param(
        "Lumo H4: charging takes 4 hours.",
        "The Lumo H4 runs 50 hours.",
        NOTHING,
        "4 hours",
        id="charging is no runtime",
    ),
    pytest.param(
        "Lumo H4: 2 years warranty.",
        "Return the Lumo H4 within 3 years.",
        NOTHING,
        "2 years",
        id="a warranty is no return",
    ),
    pytest.param(
        "Alder desk is 120 cm wide.", "The Alder desk is 75 cm high.", NOTHING, "120 cm", id="a width is no height"
    ),
    pytest.param("Alder desk is 120 cm wide.", "The Alder desk is 140 cm wide.", SAYS, "120 cm", id="two widths"),
    pytest.param(
        "Brisk laptop has 512 GB of storage.",
        "The Brisk laptop has 16 GB of RAM.",
        NOTHING,
        "512 GB",
        id="storage is no memory",
    ),
    pytest.param(
        "Harbour ferry, sailing 10:40.",
        "The Harbour ferry leaves at 11:20.",
        NOTHING,
        "10:40",
        id="a time that says not which",
    ),
    pytest.param(
        "Quarry hill sample held 12% clay.",
        "Quarry hill soil is 30% sand.",
        NOTHING,
        "12%",
        id="shares of other things",
    ),
    pytest.param(
        "Quarry hill sample: moisture 12%.",
        "Quarry hill has 30% moisture.",
        SAYS,
        "12%",
        id="the attribute is named by both",
    ),
    pytest.param(
        "The Volt 500 battery has 500 Wh.",
        "The Volt 500 battery has 450 Wh.",
        SAYS,
        "500 Wh",
        id="a name with the same number",
    ),
    pytest.param(
        "Lumo H4 weighs 96 g.\n- Lumo H5 weighs 96 g.",
        "The Lumo H4 weighs 96 g and the Lumo H5 weighs 69 g.",
        SAYS,
        "96 g",
        id="the weight of both",
    ),
    pytest.param(
        "Adults pay 12 EUR.\n- Students pay 12 EUR.",
        "Adults pay 12 EUR and students pay 10 EUR.",
        SAYS,
        "12 EUR",
        id="the price of both",
    ),
    pytest.param(
        "Adults pay 12 EUR.", "Adults pay 12 EUR and children pay 6 EUR.", NOTHING, "12 EUR", id="the price of one"
    ),
]


OPEN, SHUT = "The pool opens at 7:00 and closes at 22:00.", "The pool closes at 22:00 and opens at 7:00."
HOURS = [
    (OPEN, "The pool opens at 7:00 and closes at 21:00.", SAYS, "22:00"),
    (OPEN, "The pool opens at 8:00 and closes at 22:00.", SAYS, "7:00"),
    (SHUT, "The pool opens at 7:00 and closes at 21:00.", SAYS, "22:00"),
    (SHUT, "The pool closes at 22:00 and opens at 6:00.", SAYS, "7:00"),
    ("The library is open from 9:00 to 20:00.", "The library is open from 9:00 to 18:00.", SAYS, "20:00"),
    ("The library is open from 9:00 to 20:00.", "The library is open from 8:30 to 20:00.", SAYS, "9:00"),
    ("The gym is closed from 13:00 to 15:00.", "The gym is closed from 13:00 to 16:00.", SAYS, "15:00"),
    ("The gym is closed from 13:00 to 15:00.", "The gym is closed from 12:00 to 15:00.", SAYS, "13:00"),
    ("The bakery opens at 6:30.", "The bakery is open from 6:30 to 18:00.", NOTHING, "6:30"),
    ("The bakery opens at 6:30.", "The bakery closes at 18:00.", NOTHING, "6:30"),
    ("The bakery closes at 18:30.", "The bakery opens at 6:00.", NOTHING, "18:30"),
    ("The bakery closes at 18:30.", "The bakery opens at 6:00 and closes at 18:30.", NOTHING, "18:30"),
    ('{"name": "Pool", "opens": "07:00"}', "The pool opens at 07:00 and closes at 21:00.", NOTHING, "07:00"),
    (
        "The bar closes at 22:00.\n- The club closes at 22:00.",
        "The bar closes at 22:00 and the club closes at 23:00.",
        SAYS,
        "22:00",
    ),
    (
        "The bar opens at 12:00, closes at 15:00, reopens at 18:00 and closes at 22:00.",
        "The bar opens at 12:00, closes at 15:00, reopens at 18:00 and closes at 23:00.",
        SAYS,
        "22:00",
    ),
    (
        "The pool opens at 7:00 on Mondays and at 9:00 on Sundays.",
        "The pool opens at 7:00 on Mondays and at 10:00 on Sundays.",
        SAYS,
        "9:00",
    ),
    ("The pool opens at 7:00.", "The pool opens at 7:00 and opens again at 15:00.", NOTHING, "7:00"),
    ("Breakfast is served until 10:00.", "Breakfast is served from 7:00 until 10:00.", NOTHING, "10:00"),
    ("The zoo is closed on Mondays, otherwise 10:00 to 19:00.", "The zoo closes at 20:00.", SAYS, "19:00"),
    ("The zoo is closed on Mondays; Tuesday to Sunday 10:00-19:00.", "The zoo closes at 20:00.", SAYS, "19:00"),
    (
        "The clinic is closed at weekends and has hours from 8:00 to 16:00.",
        "The clinic closes at 17:00.",
        SAYS,
        "16:00",
    ),
    ("Der Zoo ist montags geschlossen, sonst von 9 Uhr bis 18 Uhr.", "Der Zoo schließt um 17 Uhr.", SAYS, "18 Uhr"),
    ("The clinic closes on Fridays at 14:00.", "The clinic closes on Fridays at 15:00.", SAYS, "14:00"),
    ("The clinic opens at 8:00, on Sundays at 10:00.", "On Sundays the clinic closes at 21:00.", NOTHING, "10:00"),
    ("The shop is open until 22:00.", "The shop opens at 8:00.", NOTHING, "22:00"),
    ("The shop stays open till 22:00.", "The shop opens at 8:00.", NOTHING, "22:00"),
    (
        "The shop opens at 9:00 and stays open until 22:00.",
        "The shop opens at 9:00 and closes at 21:00.",
        SAYS,
        "22:00",
    ),
    (
        "The pool opens at 7:00 and breakfast is served until 10:00.",
        "The pool opens at 7:00 and closes at 21:00.",
        NOTHING,
        "10:00",
    ),
    ("The office is closed until 9:00.", "The office closes at 10:00.", NOTHING, "9:00"),
    ("The spa does not open until 9:00.", "The spa opens at 8:00.", SAYS, "9:00"),
    (
        "| Day | Opens | Closes |\n|---|---|---|\n| Tuesday | 9:00 | 17:00 |",
        "On Tuesday it opens at 8:00 and closes at 17:00.",
        NOTHING,
        "17:00",
    ),
    (
        "Das Bad öffnet um 7 Uhr und schließt um 22 Uhr.",
        "Das Bad öffnet um 7 Uhr und schließt um 21 Uhr.",
        SAYS,
        "22 Uhr",
    ),
]
"""An opening is no closing, and what the response tells already is no value of the other."""


@pytest.mark.parametrize(("evidence", "response", "told", "value"), [*CASES, *HOURS])
def test_a_value_is_held_against_one_of_its_kind(evidence: str, response: str, told: str, value: str) -> None:
    document = with_evidence(f"- {evidence}")
    [message] = [
        found.message for found in check_response(document, response).findings if "_not_in_evidence" in found.code
    ]
    assert "does not appear in the evidence" in message
    if told:
        assert told.format(value) in message
    else:
        assert value not in message


def test_each_of_two_wrong_times_is_replaced_by_its_own() -> None:
    found = check_response(with_evidence(f"- {OPEN}"), "The pool opens at 8:00 and closes at 21:00.").findings
    assert [right for one in found for right in re.findall("replace it with (.*?):? section", one.message)] == [
        "7:00",
        "22:00",
    ]


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("The **Lumo H4** costs `49.90 EUR`.", "The Lumo H4 costs 49.90 EUR."),
        ("See [the maker](https://lumo.example/h4) for more.", "See the maker for more."),
        ("| Lumo H4 | 49.90 EUR |", "Lumo H4 · 49.90 EUR"),
        ("snake_case_name stays", "snake_case_name stays"),
        ("~~59 EUR~~ 49 EUR", "59 EUR 49 EUR"),
        (r"5 \* 3 is 15", "5 * 3 is 15"),
        ("plain words", "plain words"),
    ],
)
def test_a_claim_is_shown_as_it_reads(written: str, read: str) -> None:
    assert strip_markdown(written) == read


@pytest.mark.parametrize(
    ("response", "reason"),
    [
        ("The Lumo H4 weighs 69 g.", "The one claim is contradicted; first: "),
        ("The Lumo H4 weighs 96 g.", "The one claim has evidence."),
        ("The Lumo H4 weighs 96 g. Its strap is made of gold.", "1 of 2 claims lacks support; first: "),
        (
            "The Lumo H4 weighs 69 g. Its strap is made of gold.",
            "2 of 2 claims lack support, 1 of them contradicted; first: ",
        ),
    ],
)
def test_claims_are_counted_in_words_that_agree(response: str, reason: str) -> None:
    report = check_response(with_evidence("- Lumo H4 weighs 96 g.", query="How heavy is the Lumo H4?"), response)
    assert report.checks["claims_supported"].reason.startswith(reason)  # type: ignore[index]
