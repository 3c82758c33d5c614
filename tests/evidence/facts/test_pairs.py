"""Values told crosswise, of which facts see to whom each belongs."""

from __future__ import annotations

import pytest

from tests.evidence.facts.test_outcomes import outcome
from validation.evidence.facts.outcome import SupportState

LEAVE = "Full-time staff get 28 days of leave, part-time staff 16 days."
FARES = "Adults pay 3.20 EUR, children 1.60 EUR."
BATHS = "Indoor pool 32 °C, outdoor pool 28 °C, plunge pool 12 °C."
TOWNS = "Marn: 211,000 inhabitants. Tolv: 184,500 inhabitants."
NOTICE = "Notice period: three months to the end of a quarter. During the trial period: two weeks."
HOTELS = "Hotel Mira: 120 EUR, breakfast, no pool. Hotel Sol: 145 EUR, pool and sauna."


@pytest.mark.parametrize(
    ("evidence", "right", "crossed"),
    [
        (LEAVE, "Full-time staff get 28 days of leave.", "Full-time staff get 16 days of leave."),
        (FARES, "Children pay 1.60 EUR, adults 3.20 EUR.", "Children pay 3.20 EUR, adults 1.60 EUR."),
        (BATHS, "The outdoor pool has 28 °C.", "The indoor pool has 28 °C, the outdoor pool 32 °C."),
        (TOWNS, "Marn has 211,000 inhabitants.", "Tolv has 211,000 inhabitants against 184,500 in Marn."),
        (NOTICE, "It is two weeks during the trial period.", "The notice is two weeks, three months during the trial."),
        (HOTELS, "Hotel Sol has a pool.", "Hotel Mira has a pool."),
    ],
)
def test_a_value_is_true_in_its_own_clause_only(evidence: str, right: str, crossed: str) -> None:
    assert outcome(evidence, right).known is SupportState.SUPPORTED
    assert outcome(evidence, crossed).known is not SupportState.SUPPORTED


FAMILY = (
    "| Tent | Weight | Price |\n|---|---|---|\n| Kestrel 2 | 1.9 kg | 180 EUR |\n| Kestrel 3 | 2.4 kg | 240 EUR |\n"
)


@pytest.mark.parametrize(
    "claim",
    [
        "The Kestrel 2 is 500 g lighter than the Kestrel 3.",
        "The Kestrel 2 is cheaper than the Kestrel 3.",
        "The Kestrel 3 is 60 EUR dearer than the Kestrel 2.",
    ],
)
def test_things_told_apart_by_a_figure_alone_are_compared_as_named(claim: str) -> None:
    assert outcome(FAMILY, claim).known is not SupportState.CONTRADICTED


def test_of_things_told_apart_by_a_figure_alone_the_wrong_one_is_contradicted() -> None:
    assert outcome(FAMILY, "The Kestrel 3 is cheaper than the Kestrel 2.").known is SupportState.CONTRADICTED
