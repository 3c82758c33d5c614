"""Values of things that are told side by side: of two years, two plans, two sides, two items named by a letter."""

from __future__ import annotations

import pytest

from tests.evidence.facts.test_outcomes import outcome
from validation.evidence.facts.outcome import SupportState
from validation.evidence.language.terms import read_terms

YEARS = (
    "Visitors 2023: 12,000\nVisitors 2024: 15,000",
    "2023: 12,000 visitors, 40 staff\n2024: 15,000 visitors, 44 staff",
    "Year | Visitors | Staff\n2023 | 12,000 | 40\n2024 | 15,000 | 44",
    "| | 2023 | 2024 |\n|---|---|---|\n| Visitors | 12,000 | 15,000 |\n| Staff | 40 | 44 |",
    '{"visitors": {"2023": 12000, "2024": 15000}}',
    '[{"year": 2023, "visitors": 12000}, {"year": 2024, "visitors": 15000}]',
    "The museum had 12,000 visitors in 2023. In 2024 it had 15,000 visitors.",
    "The museum had 12,000 visitors in 2023 and 15,000 in 2024.",
)
PLANS = '{"Plan A": {"storage_gb": 50, "price": 5}, "Plan B": {"storage_gb": 200, "price": 9}}'
MODELS = "Model X weighs 1.2 kg and lasts 9 hours. Model Y weighs 1.5 kg and lasts 14 hours."
UPDATE = "Before the update the app used 300 MB. After the update it uses 180 MB."
BATTERY = "Battery: up to 12 hours (video), up to 18 hours (audio)."
PRINTERS = "None of the three servers was affected. Two of the five printers failed."
REFUNDS = "Refunds take 5 to 7 working days. Exchanges take 10 working days."
MEETING = "The meeting with Ana was moved from Tuesday 10:00 to Thursday 14:00."
WATER = "Water the plant once a week in summer and every three weeks in winter."
TRAINS = "The first train leaves at 5:10, the last at 23:40."


@pytest.mark.parametrize("evidence", YEARS)
@pytest.mark.parametrize("claim", ["There were 12,000 visitors in 2023.", "In 2024 it had 15,000 visitors."])
def test_the_value_of_its_year_is_carried(evidence: str, claim: str) -> None:
    assert outcome(evidence, claim).known is SupportState.SUPPORTED


@pytest.mark.parametrize(
    ("evidence", "claim"),
    [
        (PLANS, "Plan A has 50 GB."),
        (PLANS, "Plan B costs 9."),
        (MODELS, "Model X lasts 9 hours."),
        (UPDATE, "After the update the app uses 180 MB."),
        (TRAINS, "The last train leaves at 23:40."),
        (BATTERY, "The battery lasts up to 12 hours of video."),
        (PRINTERS, "Two of the five printers failed."),
        (REFUNDS, "Exchanges take 10 working days."),
        (MEETING, "The meeting with Ana is on Thursday at 14:00."),
        (WATER, "In winter water it every three weeks."),
        ("Visitors: 12,000 in 2023, 15,000 in 2024.", "Visitors rose from 12,000 in 2023 to 15,000 in 2024."),
    ],
)
def test_the_value_of_its_side_is_carried(evidence: str, claim: str) -> None:
    assert outcome(evidence, claim).known is SupportState.SUPPORTED


@pytest.mark.parametrize(
    ("evidence", "claim", "instead"),
    [
        (PLANS, "Plan A has 200 GB.", "50 gb"),
        (PLANS, "Plan B costs 5.", "9"),
        (MODELS, "Model X lasts 14 hours.", "9 hours"),
        (PRINTERS, "Three of the five printers failed.", "Two"),
        (REFUNDS, "Refunds take 10 working days.", "5"),
        (MEETING, "The meeting with Ana is on Tuesday at 10:00.", "14:00"),
        ("From 14:00 to 15:30 the call with Ana was moved.", "The call with Ana is at 14:00.", "15:30"),
    ],
)
def test_the_value_of_the_other_side_is_named_with_the_right_one(evidence: str, claim: str, instead: str) -> None:
    found = outcome(evidence, claim)
    assert (found.known, [one.instead for one in found.conflicts]) == (SupportState.CONTRADICTED, [instead])


@pytest.mark.parametrize("name", ["Plan B", "vitamin C", "hepatitis b", "Team A"])
def test_a_letter_tells_a_thing_from_its_like(name: str) -> None:
    assert outcome(f"{name}: 12 EUR", f"{name.rpartition(' ')[0]} K costs 12 EUR.").known is not SupportState.SUPPORTED


@pytest.mark.parametrize("text", ["3 EUR per l", "I have a lamp", "J. K. Rowling", "film A River Runs", "an X-ray"])
def test_other_single_letters_name_nothing(text: str) -> None:
    assert not [term for term in read_terms(text) if len(term.word) == 1 and term.word.isalpha()]
