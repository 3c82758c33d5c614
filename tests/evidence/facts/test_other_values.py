"""Figures that the evidence has in another unit, of another thing, with or without tax, or only from memory."""

from __future__ import annotations

import pytest

from tests.evidence.facts.test_outcomes import outcome
from tests.evidence.turns import grounded
from validation.context_md.parser import parse
from validation.evidence.check_response import check_response
from validation.evidence.facts.outcome import SupportState
from validation.judge.embedded import APPROVE_EDGE

_TWO = '[{"name": "Rana 2", "range_km": null}, {"name": "Rana 5", "range_km": 412}]'


@pytest.mark.parametrize(
    ("evidence", "claim"),
    [
        ("- The licence costs 80 EUR net.", "The licence costs 80 EUR including VAT."),
        ("- The licence costs 96 EUR incl. VAT.", "The licence costs 96 EUR net."),
        ("- The link gives 300 Mbit/s.", "The link gives 300 MB/s."),
        (_TWO, "The Rana 2 has a range of 412 km."),
    ],
)
def test_a_figure_of_something_else_is_not_approved(evidence: str, claim: str) -> None:
    assert grounded(evidence, claim) < APPROVE_EDGE


@pytest.mark.parametrize(
    ("evidence", "claim"),
    [
        ("- The licence costs 80 EUR net.", "The licence costs 80 EUR net."),
        ("- The link gives 300 Mbit/s.", "The link gives 300 Mbps."),
        (_TWO, "The Rana 5 has a range of 412 km."),
    ],
)
def test_the_same_of_what_it_is_of_is_supported(evidence: str, claim: str) -> None:
    assert outcome(evidence, claim).known is SupportState.SUPPORTED


def test_a_remembered_price_yields_to_the_one_that_was_found() -> None:
    document = parse(
        "# Context Document\n\n## 0. User Query\nWhat is the Odda jacket?\n\n## 2. Gathered Context\n"
        "Noted in an earlier session: the Odda jacket costs 140.00 EUR.\n\n## 4. Execution Progress\n"
        "Odda jacket: 165.00 EUR, 0.6 kg\n"
    )
    old, new = (
        check_response(document, f"The Odda jacket costs {price} EUR.").grounded for price in ("140.00", "165.00")
    )
    assert old is not None
    assert new is not None
    assert old < APPROVE_EDGE <= new
