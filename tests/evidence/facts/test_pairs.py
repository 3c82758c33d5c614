"""Values told crosswise: all of it stands in the evidence, each in the place of the other."""

from __future__ import annotations

import pytest

from tests.evidence.facts.test_outcomes import outcome
from validation.evidence.facts.outcome import Known

LEAVE = "Full-time staff get 28 days of leave, part-time staff 16 days."
FARES = "Adults pay 3.20 EUR, children 1.60 EUR."
RATES = "The rate is 2.1 % for 12 months and 2.4 % for 24 months."
OVEN = "Bake for 20 minutes at 200 °C, then for 10 minutes at 180 °C."
PARCELS = "The standard delivery takes 3 days and costs 4 EUR; express takes 1 day and costs 9 EUR."
FUND = "The fund returned 4.2 % in 2023 and 6.8 % in 2024."
LINES = "Line 4 runs every 10 minutes and line 7 every 20 minutes."
STONE = "Mass 41.6 kg, the heaviest after the Dunmore stone (55.2 kg)."
MENU = "The soup is vegan, the risotto contains butter."
SEATS = "You prefer aisle seats on trains and window seats on planes."
BATHS = "Indoor pool 32 °C, outdoor pool 28 °C, plunge pool 12 °C."
TOWNS = "Marn: 211,000 inhabitants. Tolv: 184,500 inhabitants."
NOTICE = "Notice period: three months to the end of a quarter. During the trial period: two weeks."
HOTELS = "Hotel Mira: 120 EUR, breakfast, no pool. Hotel Sol: 145 EUR, pool and sauna."
STAFF = "Team list: Mira Holt (onboarding), Jan Petri (payroll), Sue Adler (travel)."
POWERS = "Managers approve up to 2,000 EUR; above that the director decides."


@pytest.mark.parametrize(
    ("evidence", "right", "crossed"),
    [
        (LEAVE, "Full-time staff get 28 days of leave.", "Full-time staff get 16 days of leave."),
        (FARES, "Children pay 1.60 EUR, adults 3.20 EUR.", "Children pay 3.20 EUR, adults 1.60 EUR."),
        (RATES, "For 24 months the rate is 2.4 %.", "For 24 months the rate is 2.1 %."),
        (OVEN, "Bake it for 20 minutes at 200 °C.", "Bake it for 20 minutes at 180 °C, then 10 minutes at 200 °C."),
        (PARCELS, "Standard delivery costs 4 EUR.", "Standard delivery costs 9 EUR."),
        (FUND, "In 2024 the fund returned 6.8 %.", "In 2024 the fund returned 4.2 %."),
        (LINES, "Line 7 runs every 20 minutes.", "Line 7 runs every 10 minutes."),
        (STONE, "Its mass is 41.6 kg.", "Its mass is 55.2 kg."),
        (MENU, "The risotto contains butter; the soup is vegan.", "The risotto is vegan; the soup contains butter."),
        (SEATS, SEATS, "You prefer window seats on trains and aisle seats on planes."),
        (BATHS, "The outdoor pool has 28 °C.", "The indoor pool has 28 °C, the outdoor pool 32 °C."),
        (TOWNS, "Marn has 211,000 inhabitants.", "Tolv has 211,000 inhabitants against 184,500 in Marn."),
        (NOTICE, "It is two weeks during the trial period.", "The notice is two weeks, three months during the trial."),
        (HOTELS, "Hotel Sol has a pool.", "Hotel Mira has a pool."),
        (STAFF, "Jan Petri does payroll.", "Jan Petri does onboarding."),
        (POWERS, POWERS, "Up to 2,000 EUR the director decides, above that managers approve."),
    ],
)
def test_a_value_is_true_in_its_own_clause_only(evidence: str, right: str, crossed: str) -> None:
    assert outcome(evidence, right).known is Known.SUPPORTED
    assert outcome(evidence, crossed).known is not Known.SUPPORTED
