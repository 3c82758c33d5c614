"""Whether each part of a query is answered in kind."""

import pytest

from tests.evidence.requirements.turns import check, met


@pytest.mark.parametrize(
    ("query", "response", "holds"),
    [
        ("Is it vegan and how hot is it?", "Yes. The dish is fairly mild: heat 2 of 5.", True),
        ("When is her birthday and did I already get her something?", "On 4 December. Not yet, it seems.", True),
        ("When does it end, and is there anything to pay?", "The loan ends on 4 May; 1.50 EUR is open.", True),
        ("How far did I run and was it better than last week's?", "You ran 8 km, 20 seconds faster.", True),
        ("Is it vegan and how hot is it?", "Yes, the dish is vegan.", False),
        ("Is it heavy and how long may I borrow it?", "It isn't. You may borrow it for a week.", True),
        ("How many paintings are there and is it open?", "The museum is open from 10:00 to 18:00.", False),
        ("How many rooms are there and is breakfast served?", "Breakfast is served for 12 EUR.", False),
        ("How many guests came and is there a photo?", "There is a photo of 4 May 2021.", False),
        ("How many paintings are there and is it open?", "It is open and holds three hundred paintings.", True),
        ("How many hours is it open and is it free?", "It is free and open from 10:00 to 18:00.", True),
        ("How many euros is a ticket and is it open?", "It is open; a ticket is 12 EUR.", True),
        ("How many rupees is a ticket and is it open?", "It is open; a ticket is 500 rupees.", True),
        ("How many pesos is a ticket and is it open?", "It is open; a ticket is 30 MXN.", True),
        ("How many goals did they score and is it over?", "It is over; they won 3:2.", True),
        ("How many goals did they score and is it over?", "It is over since 4 May.", False),
        ("How many goals were there and was it a draw?", "It was a draw, 24:24.", True),
        ("How many points has Kim and is it over?", "It is over; Kim lost the final on Sunday 23:25.", True),
        ("How many points did Graz score and who won?", "Graz won at home 21:15.", True),
        ("How many points did Graz score and who won?", "Graz - Linz 21:15. Graz won.", True),
        ("How many visitors try it and is it open?", "It is open from 10:00 to 18:00.", False),
        ("How many shops sell it and is it red?", "It is red:\n\n- Topf: 39.90 EUR\n- Herd: 54.00 EUR\n", True),
        ("How many percent is it and is it new?", "It is new and 4 % of all.", True),
        ("How many people live there and is it hot?", "It is hot; about 8b people live there.", True),
        ("How many parameters has Lynx and is it new?", "It is new and has 3b parameters.", True),
        ("How much water is left and is it hot?", "It is hot until 18:00 and costs 3 EUR.", True),
        ("How many more days are left and is it sold out?", "It is not sold out and ends on 4 May.", True),
        ("What does the pan cost and is it heavy?", "The Blini pan costs 2990 RUB; it is not heavy.", True),
    ],
)
def test_each_part_is_answered_or_not(query: str, response: str, holds: bool) -> None:
    assert met(check(query, response), "part") is holds


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
    ],
)
def test_another_amount_is_no_price(query: str, evidence: str, response: str) -> None:
    assert met(check(query, response, evidence, linked=True), "part") is False


PUMP = "The pump stops if the pressure falls below 2 bar."
HELMET = "Helmets are mandatory whenever a crane is moving."
WARRANTY = "The warranty does not apply when the case was opened."
DOOR = "The alarm goes off if the door stays open. The siren lasts 5 minutes."


@pytest.mark.parametrize(
    ("query", "evidence", "response"),
    [
        ("When does the pump stop?", PUMP, "It stops if the pressure falls below 2 bar."),
        ("When must I wear a helmet?", HELMET, "You must wear a helmet whenever a crane is moving."),
        ("When does the warranty not apply?", WARRANTY, "It does not apply when the case was opened."),
        ("When does the alarm go off?", DOOR, "If the door stays open."),
        ("When is a permit required?", "A permit is required if it is tall.", "A permit is required if it is tall."),
        ("When may he enter the flat?", "He may enter the flat in case of fire.", "In case of fire."),
        ("Wann darf ich kündigen?", "Kündigen: wenn der Preis steigt.", "Sie dürfen kündigen, wenn der Preis steigt."),
    ],
)
def test_what_depends_on_something_is_answered_by_it(query: str, evidence: str, response: str) -> None:
    assert met(check(query, response, evidence, linked=True), "part") is not False
