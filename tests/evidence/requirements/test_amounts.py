"""When `how much` asks for money, and when another amount answers it."""

import pytest

from tests.evidence.requirements.turns import check, met

FLOUR = "Flour left in the store: 3 kg of 25 kg. A bag costs 18 EUR."


@pytest.mark.parametrize(
    ("query", "evidence", "response"),
    [
        ("How much did it snow last night?", "Snowfall last night: 23 cm.", "It snowed 23 cm."),
        ("By how much did our water use fall?", "Water use fell from 410 to 365 litres.", "It fell by 45 litres."),
        ("How much flour is left?", FLOUR, "3 kg are left."),
        ("How much is left in the store?", FLOUR, "3 kg are left in the store."),
        ("How much was the delay of LX 22?", "LX 22 landed with a delay of 47 minutes.", "A delay of 47 minutes."),
        ("How much did membership drop?", "Membership dropped by 118 people in 2 years.", "It dropped by 118 people."),
        ("How much is the daily dose?", "The daily dose is 20 ml.\n\nA bottle is 8 EUR.", "The daily dose is 20 ml."),
        ("By how much is the new hall larger?", "Old hall: 180 seats. New hall: 265 seats.", "It has 85 seats more."),
        ("How much does the drone carry?", "The drone carries 2.5 kg and costs 900 EUR.", "It carries up to 2.5 kg."),
        ("How much did the build time drop?", "Build time went from 14 to 9 minutes.", "It dropped by 5 minutes."),
    ],
)
def test_an_amount_answers_what_need_not_be_money(query: str, evidence: str, response: str) -> None:
    assert met(check(query, response, evidence, linked=True), "part") is not False


@pytest.mark.parametrize(
    ("query", "evidence", "response"),
    [
        ("How much is the ring?", "The ring is 12 EUR and weighs 3 g.", "The ring weighs 3 g."),
        ("How much is the ring?", "The ring weighs 3 g.", "The ring weighs 3 g."),
        ("How much would a taxi be?", "A taxi takes 25 minutes.", "A taxi takes 25 minutes."),
        ("How much does the museum charge?", "The museum has 400 paintings.", "The museum has 400 paintings."),
        ("How much does he earn?", "He works 38 hours a week.", "He works 38 hours a week."),
        ("How much did sales grow?", "Sales grew by 2,000 EUR in 3 weeks.", "Sales grew within 3 weeks."),
        ("How much is the increase?", "The increase is 40 EUR after 3 months.", "The increase comes after 3 months."),
        ("How much did it rain in March?", "Rain in March: 84 mm on 12 days.", "It rained on 12 days."),
        ("How much did it rain in March?", "Rain in March: 84 mm.", "It rained from 3 to 9 March."),
        ("How much is the delay?", "The train is delayed by 12 minutes.", "The train leaves at 8:30."),
        ("How much do they take per night?", "Hotel Aro has 40 rooms.", "Hotel Aro has 40 rooms."),
        ("How much did she get for the painting?", "The painting is 60 cm wide.", "The painting is 60 cm wide."),
    ],
)
def test_another_amount_is_no_price_and_no_amount_of_another_kind(query: str, evidence: str, response: str) -> None:
    assert met(check(query, response, evidence, linked=True), "part") is False
