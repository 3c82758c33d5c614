"""The reader gets the bracket of an age or a weight as the amount that is asked with."""

from __future__ import annotations

import pytest

from tests.evidence.turns import with_evidence
from validation.evidence.check_response import check_response
from validation.evidence.reading.brackets import with_asked_bracket
from validation.judge.embedded import APPROVE_EDGE

DOSES = "Children from 2 to 5 years: 2.5 ml. Children from 6 to 11 years: 5 ml. From 12 years and adults: 10 ml."
POSTAGE = "up to 2 kg: 5.49 EUR. 2 to 5 kg: 7.69 EUR. 5 to 10 kg: 10.99 EUR."
WAITS = "Wait: 2 to 5 years: 8 hours. 6 to 11 years: 6 hours."
BOARDS = "Board A: 50 to 70 kg. Board B: 71 to 90 kg."
BOATS = "The boat weighs 60 to 80 kg. The trailer weighs 100 to 120 kg."
TERMS = "The warranty is 5 to 12 years for engines and 2 to 4 years for paint."
ENTRY = "Under 6 years free, 6–14 years 4 EUR, 15–64 years 9 EUR, 65 years and older 6 EUR."


@pytest.mark.parametrize(
    ("window", "question", "claim", "asked"),
    [
        (DOSES, "Dose for a 10 year old?", "A 10-year-old takes 5 ml.", "Children 10 years: 5 ml."),
        (DOSES, "Dose at 10 years?", "5 ml.", "Children 10 years (from 6 to 11 years): 5 ml."),
        (POSTAGE, "What does a 4 kg parcel cost?", "A 4 kg parcel costs 7.69 EUR.", "EUR. 4 kg: 7.69 EUR."),
        (ENTRY, "Price for my 70-year-old mother?", "At 70 years she pays 6 EUR.", "9 EUR, 70 years 6 EUR."),
        (ENTRY, "Price for my 4 year old?", "Your 4-year-old pays nothing.", "4 years free, 6–14 years 4 EUR"),
        (ENTRY, "Price at 70 years?", "If she is 70 years old, she pays 6 EUR.", "9 EUR, 70 years 6 EUR."),
        (ENTRY, "I am 70 years old. Price?", "You are 70 years old and pay 6 EUR.", "9 EUR, 70 years 6 EUR."),
        (ENTRY, "My son is 4 years old. Price?", "As he is 4 years old, entry is free.", "4 years free, 6–14"),
        (WAITS, "How long must a 10 year old wait?", "A 10-year-old waits 6 hours.", "10 years: 6 hours"),
        (WAITS, "How long must a 10 year old wait?", "A 10-year-old waits six hours.", "10 years: 6 hours"),
        (POSTAGE, "How long does a 4 kg parcel take?", "A 4 kg parcel takes a day.", "EUR. 4 kg: 7.69 EUR."),
        (WAITS, "How long is the wait at 10 years?", "Six hours.", "10 years (6 to 11 years): 6 hours"),
        (BOARDS, "I weigh 85 kg. Which board?", "Board B suits a rider of 85 kg.", "Board B: 85 kg."),
        (BOARDS, "I weigh 85 kg. Which board?", "You weigh 85 kg: take board B.", "Board B: 85 kg."),
        (BOARDS, "Which board for 85 kg?", "A rider who weighs 85 kg takes board B.", "Board B: 85 kg."),
        (BOARDS, "Which board for 85 kg?", "Your weight is 85 kg, so take board B.", "Board B: 85 kg."),
        (BOARDS, "Which board for 85 kg?", "Board B suits a rider who weighs 85 kg.", "Board B: 85 kg."),
        (BOARDS, "I weigh 85 kg. Which board?", "Take board B, since you weigh 85 kg.", "Board B: 85 kg."),
        (ENTRY, "My son is 4 years old. Price?", "He goes free because he is 4 years old.", "4 years free, 6–14"),
    ],
)
def test_the_bracket_becomes_what_is_asked(window: str, question: str, claim: str, asked: str) -> None:
    assert asked in with_asked_bracket(window, claim, question)


@pytest.mark.parametrize(
    ("window", "question", "claim"),
    [
        (BOATS, "I am 70 kg. How heavy is the boat?", "The boat weighs 70 kg."),
        (BOATS, "I am 70 kg. What does the boat weigh?", "The boat weighs about 70 kg."),
        (BOATS, "I am 70 kg. How heavy is the boat?", "When empty, the boat weighs 70 kg."),
        (BOATS, "I am 70 kg. How heavy is the boat?", "Since you ask, the boat weighs 70 kg."),
        (TERMS, "My car is 10 years old. How long is the warranty?", "The warranty on engines is 10 years."),
        (TERMS, "My car is 10 years old. What is the term?", "The warranty on engines lasts for 10 years."),
        ("Males weigh 40 to 60 kg, females 30 to 45 kg.", "How heavy do males get?", "Males weigh 50 kg."),
        ("The house is over 100 years old.", "How old is the house of 120 years?", "The house is 120 years old."),
        (DOSES, "Dose for a 10 year old?", "Children from 6 to 11 years take 5 ml."),
        (DOSES, "Dose for a 10 year old?", "A 3-year-old takes 2.5 ml."),
        (DOSES, "Which dose is for children under 10 years?", "5 ml."),
        (POSTAGE, "What does it cost at 30 km?", "7.69 EUR."),
        (POSTAGE, "What does a parcel cost?", "A 4 kg parcel costs 7.69 EUR."),
    ],
)
def test_other_brackets_stay(window: str, question: str, claim: str) -> None:
    assert with_asked_bracket(window, claim, question) == window


def test_what_the_user_weighs_is_not_what_the_boat_does() -> None:
    evidence = with_evidence(BOATS, query="I am 70 kg. How heavy is the boat?")
    grounded = check_response(evidence, "The boat weighs 70 kg.").grounded
    assert grounded is not None
    assert grounded < APPROVE_EDGE


@pytest.mark.parametrize(
    ("claim", "is_approved"),
    [
        ("A 10-year-old takes 5 ml.", True),
        ("A 10-year-old takes 2.5 ml.", False),
        ("A 10-year-old takes 10 ml.", False),
    ],
)
def test_the_row_of_the_bracket_decides(claim: str, is_approved: bool) -> None:
    evidence = with_evidence(DOSES, query="What is the dose for a 10 year old?")
    grounded = check_response(evidence, claim).grounded
    assert grounded is not None
    assert (grounded >= APPROVE_EDGE) is is_approved
