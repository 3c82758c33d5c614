"""Values of records: which record a claim is about, and which of its properties a value is."""

from __future__ import annotations

import pytest

from tests.evidence.facts.test_outcomes import outcome
from validation.evidence.facts.outcome import Known

TRAMS = (
    '[{"line": "Tram 3", "status": "running", "delay_min": 0}, {"line": "Tram 7", "status": "suspended", '
    '"replacement": "bus 7E"}, {"line": "Ferry F1", "status": "running", "delay_min": 15}]'
)
ROOMS = (
    '[{"room": "Cypress", "seats": 10, "screen": false, "free": "09:00-12:00"}, {"room": "Rowan", "seats": 12, '
    '"screen": true, "free": "13:00-17:00"}]'
)
RENTAL = (
    '{"booking": "RC-9084", "pickup": {"place": "Lusoponte Airport", "at": "2025-09-05T10:00"}, "return": {"place": '
    '"Lusoponte Central", "at": "2025-09-12T18:00"}}'
)
ORDERS = '{"orders": [{"id": 5519, "status": "in transit"}, {"id": 5520, "status": "delivered"}]}'
ONE_ORDER = '{"orders": [{"id": 5519, "status": "in transit", "eta": "2026-06-04"}]}'
HOTELS = "- Hotel Rosa: 92 EUR a night, pool\n- Hotel Lido: 120 EUR a night\n"
MUSEUM = "City museum. Tuesday to Sunday 10:00-18:00. Closed on Mondays."
SALES = "Sales fell by 12 % in the third quarter."
CUSTOMER = (
    '{"account": "Halloum Ltd", "next_step": "send revised contract", "next_step_due": "2025-08-14", '
    '"last_contact": {"type": "call", "date": "2025-08-06"}}'
)
CONCERT = "Lake Night\n- date: 2025-08-09 (Saturday)\n- doors 18:30, start 19:30\n"
WASTE = "Paper: 2025-04-08 (Tue), 2025-05-06 (Tue)\nResidual: 2025-04-11 (Fri), 2025-04-25 (Fri)\n"
LEAVE = '{"employee": "Ifeoma", "entitlement_days": 28, "taken": 11, "approved_upcoming": 6}'
BALANCES = (
    '{"currency": "EUR", "accounts": {"everyday": {"balance": 1284.50, "rate_pct": 0}, "savings": {"balance": '
    '8420.00, "rate_pct": 2.1}, "fixed": {"balance": 5000.00, "rate_pct": 3.4}}}'
)
WEATHER = '{"date": "2026-06-04", "summary": "mostly sunny", "rain_probability": 0.1}'
WARRANTY = '{"product": "Brisa", "covers": ["motor", "electronics"], "not_covered": ["filter", "hose"]}'
FLATS = (
    '[{"id": "L-12", "street": "Ruelle Akonga", "rent_eur_month": 1150}, {"id": "L-15", "street": "Quai Semba", '
    '"rent_eur_month": 1290}]'
)
VACUUMS = (
    "| Model | Price | Noise dB |\n|---|---|---|\n| Zephra | 219 EUR | 68 |\n| Koyuki | 269 EUR | 61 |\n"
    "| Ombretta | 179 EUR | 74 |\n"
)
FLIGHT = "Flight KB 204: wifi not available. Meals: included."
HOTEL = "Hotel Rosa: 92 EUR a night, breakfast 14 EUR extra."


@pytest.mark.parametrize(
    ("evidence", "right", "wrong"),
    [
        pytest.param(TRAMS, "Tram 7 is suspended.", "Tram 7 is running.", id="records named by a key of any name"),
        pytest.param(ROOMS, "Rowan is free from 13:00 to 17:00.", "Rowan is free from 09:00 to 12:00.", id="times"),
        pytest.param(ORDERS, "Order 5519 is in transit.", "Order 5519 has been delivered.", id="the state of another"),
        pytest.param(
            CUSTOMER,
            "Next: send the revised contract by 14 August 2025.",
            "Next: send the revised contract by 6 August 2025.",
            id="the date of another property",
        ),
        pytest.param(CONCERT, "It starts at 19:30.", "It starts at 18:30.", id="two times of one line"),
        pytest.param(WARRANTY, "The hose is not covered.", "The hose is covered.", id="a field of what is not there"),
        pytest.param(
            VACUUMS,
            "The Zephra is the quieter one within your budget.",
            "The Zephra is the quietest.",
            id="a ranking of some",
        ),
        pytest.param(FLIGHT, "Flight KB 204 has no wifi.", "Flight KB 204 offers wifi.", id="what is not available"),
        pytest.param(
            HOTEL, "Hotel Rosa: 92 EUR a night, breakfast 14 EUR extra.", "Hotel Rosa: 92 EUR, breakfast included.",
            id="what is extra",
        ),
    ],
)  # fmt: skip
def test_a_value_of_another_record_or_property_contradicts(evidence: str, right: str, wrong: str) -> None:
    assert outcome(evidence, right).known is not Known.CONTRADICTED
    assert outcome(evidence, wrong).known is Known.CONTRADICTED


def test_objects_of_one_form_are_named_by_their_keys() -> None:
    assert outcome(RENTAL, "Pickup is at Lusoponte Airport.").known is Known.SUPPORTED
    assert outcome(RENTAL, "The return is at Lusoponte Airport.").known is not Known.SUPPORTED


def test_the_right_value_of_the_record_is_named() -> None:
    (conflict,) = outcome(ORDERS, "Order 5519 has been delivered.").conflicts
    assert (conflict.said, conflict.instead) == ("delivered", "in transit")


@pytest.mark.parametrize(
    ("evidence", "claim"),
    [
        pytest.param(WASTE, "Paper: Tuesday, 8 April 2025.", id="a weekday belongs to the date before it"),
        pytest.param(ROOMS, "Rowan is free from 1 to 5 pm.", id="a range with one half of the day"),
        pytest.param(BALANCES, "The fixed account pays 3.4%.", id="a rate in percent beside amounts"),
        pytest.param(BALANCES, "14,704.50 EUR in total.", id="a sum over records"),
        pytest.param(ONE_ORDER, "Order 5519 should arrive on 4 June 2026.", id="the id of the only one of a list"),
        pytest.param(HOTELS, "Hotel Rosa is cheaper, at 92 EUR a night.", id="cheaper of two"),
        pytest.param(MUSEUM, "It opens Tuesday to Sunday from 10 am to 6 pm.", id="hours between sentences"),
        pytest.param(SALES, "Sales dropped 12 % in Q3.", id="a quarter by its number"),
        pytest.param(WEATHER, "The chance of rain is 10 %.", id="a chance"),
        pytest.param(FLATS, "Quai Semba costs 1,290 EUR a month.", id="a currency within a name"),
        pytest.param(WEATHER, "The rain probability is 10%.", id="a probability in percent"),
    ],
)
def test_a_value_is_read_as_its_record_means_it(evidence: str, claim: str) -> None:
    assert outcome(evidence, claim).known is Known.SUPPORTED


def test_a_value_that_a_claim_tells_twice_is_no_other_value() -> None:
    said = "You have 11 days left: out of your 28 you've taken 11, and another six are approved."
    assert outcome(LEAVE, said).known is not Known.CONTRADICTED


@pytest.mark.parametrize(("said", "holds"), [("from 9 to 5 pm", True), ("from 5 to 9 pm", False)])
def test_a_range_begins_in_the_half_of_the_day_that_lies_before_its_end(said: str, holds: bool) -> None:
    open_by_day = outcome("The office is open from 09:00 to 17:00.", f"The office is open {said}.")
    assert (open_by_day.known is Known.SUPPORTED) is holds
