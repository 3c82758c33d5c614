"""Values that the evidence holds and that the claim has no right to: of another row, another limit, another step, or
worked out by accident."""

from __future__ import annotations

import pytest

from tests.evidence.facts.test_outcomes import outcome, outcomes
from validation.evidence.facts.outcome import SupportState

COSTS = '{"project": "Sund", "paid": {"rent": 8400.00, "food": 2310.75, "fares": 975.50}, "currency": "EUR"}'
LEAGUE = "| Team | Won | Points |\n|---|---|---|\n| Falken | 3 | 17 |\n| Otter | 4 | 12 |\n| Dachse | 5 | 9 |\n"
SERVER = "Oriel 4 needs at least 2 cores and at least 6 GB of memory (12 GB recommended)."
LETTING = "The owner comes in only after giving at least 24 hours' notice, on days that fall between Monday and Friday."
FILES = "Photographs of visitors: deletion after 30 days at the latest."
MEMORY = "- Dad: shoe size 44, likes marzipan\n- Uncle Ben: shoe size 41, likes nougat\n"
CABINS = (
    "| Name | Type | Weight | Price |\n|---|---|---|---|\n| Ola Two | tent | 2.9 kg | 240 EUR |\n"
    "| Ola Three | tent | 3.6 kg | 310 EUR |\n| Vik Roll | tarp | 0.8 kg | 75 EUR |\n"
    "| Vik Dome | tent | 2.2 kg | 280 EUR |\n"
)
ACCOUNT = "Accounts sleep after 10 months without a visit. They are closed after 30 months without a visit."


@pytest.mark.parametrize(
    ("evidence", "right", "wrong"),
    [
        (COSTS, "Fares came to 975.50, food to 2,310.75.", "Fares came to 2,310.75, food to 975.50."),
        (SERVER, "At least 6 GB, 12 GB recommended.", "At least 12 GB, 6 GB recommended."),
        (LETTING, "At least 24 hours' notice is needed.", "At most 24 hours' notice, on days that fall in the week."),
        (FILES, FILES, "Photographs of visitors: deletion after no less than 30 days."),
        (CABINS, "The Vik Dome is the lightest tent at 2.2 kg.", "The Vik Roll is the lightest tent at 0.8 kg."),
        (ACCOUNT, "They are closed after 30 months without a visit.", "They are closed after 20 months."),
    ],
)
def test_a_value_is_carried_only_where_it_belongs(evidence: str, right: str, wrong: str) -> None:
    assert {one.known for one in outcomes(evidence, right)} == {SupportState.SUPPORTED}
    assert outcome(evidence, wrong).known is not SupportState.SUPPORTED


@pytest.mark.parametrize("lead", ["four", "three"])
def test_a_difference_is_no_value_that_stands_somewhere(lead: str) -> None:
    assert outcome(LEAGUE, f"The Falken are {lead} points ahead of the Otter.").known is not SupportState.SUPPORTED


@pytest.mark.parametrize(
    ("evidence", "claim"),
    [
        ("Sales in March: 410 units. Sales in April: 455 units.", "Sales rose by 455 units in April."),
        ("The Fern trail is 14 km long, the Ridge trail 9 km.", "The Fern trail is 14 km longer than the Ridge trail."),
        ("Profit margin: 12 %; last year 9 %.", "The margin grew by 12 %."),
    ],
)
def test_a_difference_told_as_one_of_two_values_is_contradicted(evidence: str, claim: str) -> None:
    assert outcome(evidence, claim).known is SupportState.CONTRADICTED


@pytest.mark.parametrize(
    ("evidence", "claim"),
    [
        ("Students get 15 % off.", "Students pay 15 % less."),
        ("Surplus compared with last season: 31 points.", "We have 31 points more than last season."),
        ("The Pro plan includes 50 GB on top of the 20 GB of the basic plan.", "Pro has 50 GB more than basic."),
    ],
)
def test_a_difference_that_the_evidence_has_in_other_words_is_not(evidence: str, claim: str) -> None:
    assert outcome(evidence, claim).known is not SupportState.CONTRADICTED


def test_a_difference_that_follows_is_carried() -> None:
    assert outcome(LEAGUE, "The Falken are five points ahead of the Otter.").known is SupportState.SUPPORTED


def test_a_bare_value_is_of_the_one_the_query_names() -> None:
    assert outcome(MEMORY, "**Shoe size:** 44", "What is Dad's shoe size?").known is SupportState.SUPPORTED


def test_a_thing_is_what_its_own_row_says() -> None:
    query = "Which tents and tarps weigh less than 3 kg?"
    assert outcome(CABINS, "The tarp Vik Roll weighs 0.8 kg.", query).known is SupportState.SUPPORTED


@pytest.mark.parametrize("column", ["Step-free", "step_free", "stepFree"])
@pytest.mark.parametrize("claim", ["The bridge is step-free.", "The tower is not step-free."])
def test_a_column_may_name_what_is_not_there(column: str, claim: str) -> None:
    table = f"| Place | {column} |\n|---|---|\n| Bridge | yes |\n| Tower | no |\n"
    assert outcome(table, claim).known is SupportState.SUPPORTED


def test_half_an_hour_is_no_factor() -> None:
    guide = "- In the oven 2 to 3 hours: Low 9 hours, High 5 hours\n"
    claim = "What takes two and a half hours in the oven takes 5 hours on Low."
    assert outcome(guide, claim).known is not SupportState.SUPPORTED
