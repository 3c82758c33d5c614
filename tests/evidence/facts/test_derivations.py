"""Figures that follow from several places of the evidence, and amounts that are told of another unit."""

from __future__ import annotations

import pytest

from tests.evidence.facts.test_outcomes import outcome
from validation.evidence.facts.outcome import SupportState

ORDER = "Order 55019\n2 x Kelvo mug, 18.50 EUR each\n1 x tray, 24.00 EUR\nshipping: 6.00 EUR"
CALL = "The call is on 12 March at 15:00 CET. It takes 45 minutes."
TRAIN = "IC 711 leaves Zug at 9:02 and arrives in Bern at 10:28."
RATE = '```json\n{"pair": "EUR/CHF", "rate": 0.9420}\n```'
SPRAY = "Use it for at most 7 days. Adults: shake it before use."
BIKE = "gears: 7, hub gear\ndelivery: free, 6 to 9 days"
TARIFF = "Lumo Fix24: 0.27 EUR/kWh, base fee 11.00 EUR/month"
CAUSEWAY = "Low tide: 12:21\nThe causeway can be walked from 2.5 h before to 2.5 h after low tide."
GAUGE = "Gauge Steyr, water level (cm)\n06:00 312\n15:00 270"
TRAINS = "line,dep,arr\nR4,07:12,08:05\nR9,07:31,08:12"
LAMPS = "Lumo H4: 50 EUR. Lumo S2: 40 EUR."
DOSE = "Dose: 2 tablets every 6 hours, at most 8 tablets a day."
LOCKSMITH = "KeyPoint: cylinder 160 EUR. Fitting on Friday after 3 pm."
BOAT = "Boat: 25 EUR per hour. You had it for 6 hours."
FEED = "Feed: 5 mg per kg. The dog weighs 12 kg."
TUTOR = "Tutor: 40 EUR per hour. A lesson takes 90 minutes."
BILLS = "Rent: 9,120.00 EUR. Power: 1,048.35 EUR."
LAND = "Building: 1,000,000 EUR. Land: 234,567 EUR."
WEEK = "Ida teaches 4 days a week, 6 hours a day. She gets 30 EUR per hour."
GARAGE = "Garage: 3 EUR per 20 minutes. You parked 80 minutes."
PLUMBER = "Call-out by the plumber: 60 EUR. He stayed 45 minutes."
RACE = "1. Mara Lindt 34:10\n2. Jo Falk 35:02"


@pytest.mark.parametrize(
    ("evidence", "claim"),
    [
        (ORDER, "In total you paid 67 EUR."),
        (ORDER, "You paid 2 x 18.50 + 24.00 + 6.00 = 67.00 EUR."),
        (CALL, "The call is on 12 March at 14:00 UTC."),
        (TRAIN, "The journey takes 1:26 hours."),
        (RATE, "1,500 EUR are 1,413.00 CHF at the rate of 0.9420."),
        (RACE, "Mara Lindt was 52 seconds ahead of Jo Falk."),
        (TARIFF, "Lumo Fix24 costs 27 cents per kWh."),
        (LAMPS, "The Lumo H4 is 25 % dearer than the Lumo S2."),
        (DOSE, "You may take 8 tablets a day."),
        (CAUSEWAY, "The causeway can be walked from 09:51 to 14:51, 2.5 hours either side of low tide at 12:21."),
        (GAUGE, "The level fell from 312 cm at 06:00 to 270 cm at 15:00, 42 cm."),
        (TRAINS, "The 7:12 R4 takes 53 minutes."),
        (BOAT, "6 hours × 25 EUR = 150 EUR."),
        (WEEK, "4 days × 6 hours × 30 EUR = 720 EUR."),
        (WEEK, "4 days × 6 hours = 24 hours."),
    ],
)
def test_what_follows_is_supported(evidence: str, claim: str) -> None:
    assert outcome(evidence, claim, "How much is 1,500 EUR?").known is SupportState.SUPPORTED


@pytest.mark.parametrize(
    ("evidence", "claim"),
    [
        (ORDER, "In total you paid 48.50 EUR."),
        (ORDER, "You paid 2 x 18.50 + 24.00 + 6.00 = 68.00 EUR."),
        (CALL, "The call is at 15:00 CET and ends at 15:50 CET."),
        (CALL, "The call is on 12 March at 15:00 UTC."),
        (TRAIN, "The journey takes 1:36 hours."),
        (RATE, "1,500 EUR are 1,592.36 CHF at the rate of 0.9420."),
        (RACE, "Mara Lindt was 42 seconds ahead of Jo Falk."),
        (CAUSEWAY, "The causeway can be walked from 09:41 to 14:41, 2.5 hours either side of low tide at 12:21."),
        (GAUGE, "The level fell from 312 cm at 06:00 to 270 cm at 15:00, 52 cm."),
        (TRAINS, "The 7:12 R4 takes 43 minutes."),
        (BOAT, "6 hours × 25 EUR = 540,000 EUR."),
        (FEED, "12 kg × 5 mg = 65 mg."),
        (WEEK, "4 days × 6 hours × 30 EUR = 17,280 EUR."),
        (WEEK, "4 days × 6 hours = 576 hours."),
        (GARAGE, "80 minutes × 3 EUR = 240 EUR."),
        (TUTOR, "90 minutes × 40 EUR = 3,600 EUR."),
        (PLUMBER, "45 minutes × 60 EUR = 2,700 EUR."),
        (LAMPS, "The Lumo H4 is 20 % dearer than the Lumo S2."),
        (DOSE, "You may take 10 tablets a day."),
        (DOSE, "Take 2 tablets every 8 hours, that is 6 a day."),
        (SPRAY, "Use it for at least 7 days."),
        (BIKE, "The delivery is within 6 to 9 weeks."),
    ],
)
def test_what_does_not_follow_is_not(evidence: str, claim: str) -> None:
    assert outcome(evidence, claim, "How much is 1,500 EUR?").known is not SupportState.SUPPORTED


@pytest.mark.parametrize(
    ("evidence", "claim"),
    [
        (LOCKSMITH, "The cylinder costs 160 EUR plus 68 EUR for fitting, 228 EUR in total."),
        (LOCKSMITH, "KeyPoint takes 160 EUR for the cylinder and 68 EUR more for fitting, which makes 228 EUR."),
        ("The kiosk opens at 8:00.", "The kiosk opens at 8:00 and closes at 14:30, after 6 hours 30 minutes."),
        (GAUGE, "The level was 312 cm at 06:00 and is 350 cm now, 38 cm more."),
    ],
)
def test_two_invented_figures_do_not_vouch_for_each_other(evidence: str, claim: str) -> None:
    assert outcome(evidence, claim).known is not SupportState.SUPPORTED


@pytest.mark.parametrize(
    ("evidence", "claim", "instead"),
    [
        (BOAT, "6 hours × 25 EUR = 140 EUR.", "150"),
        (FEED, "12 kg × 5 mg = 65 mg.", "60"),
        (LAND, "1,000,000 EUR + 234,567 EUR = 1,234,576 EUR.", "1234567"),
        (BILLS, "9,120.00 EUR + 1,048.35 EUR = 10,186.35 EUR.", "10168.35"),
    ],
)
def test_what_a_sum_comes_to_is_told_in_full_and_in_its_unit(evidence: str, claim: str, instead: str) -> None:
    (conflict,) = outcome(evidence, claim).conflicts
    assert conflict.instead == instead


def test_what_follows_may_carry_another() -> None:
    claim = "The cylinder costs 160 EUR and fitting 40 EUR, 200 EUR together, so 210 EUR with the 10 EUR key."
    evidence = "KeyPoint: cylinder 160 EUR, fitting 40 EUR, further key 10 EUR."
    assert outcome(evidence, claim).known is SupportState.SUPPORTED
