"""Figures that follow from several places of the evidence, and amounts that are told of another unit."""

from __future__ import annotations

import pytest

from tests.evidence.facts.test_outcomes import outcome
from validation.evidence.facts.outcome import Known

ORDER = "Order 55019\n2 x Kelvo mug, 18.50 EUR each\n1 x tray, 24.00 EUR\nshipping: 6.00 EUR"
CALL = "The call is on 12 March at 15:00 CET. It takes 45 minutes."
TRAIN = "IC 711 leaves Zug at 9:02 and arrives in Bern at 10:28."
RATE = '```json\n{"pair": "EUR/CHF", "rate": 0.9420}\n```'
SPRAY = "Use it for at most 7 days. Adults: shake it before use."
BIKE = "gears: 7, hub gear\ndelivery: free, 6 to 9 days"
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
    ],
)
def test_what_follows_is_supported(evidence: str, claim: str) -> None:
    assert outcome(evidence, claim, "How much is 1,500 EUR?").known is Known.SUPPORTED


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
        (SPRAY, "Use it for at least 7 days."),
        (BIKE, "The delivery is within 6 to 9 weeks."),
    ],
)
def test_what_does_not_follow_is_not(evidence: str, claim: str) -> None:
    assert outcome(evidence, claim, "How much is 1,500 EUR?").known is not Known.SUPPORTED
