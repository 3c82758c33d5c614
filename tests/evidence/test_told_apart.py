"""Whatever the form of the evidence: of two things that one word tells apart each has its own price."""

from __future__ import annotations

import json

import pytest

from tests.evidence.turns import with_evidence
from validation.domain.claim import Claim, ClaimState
from validation.evidence.check_response import check_response
from validation.evidence.weighing import SURE

FORMS = {
    "table": "| zone | price | seats |\n|---|---|---|\n| inner | 79 EUR | 4 |\n| outer | 119 EUR | 9 |",
    "table, name last": "| price | seats | zone |\n|---|---|---|\n| 79 EUR | 4 | inner |\n| 119 EUR | 9 | outer |",
    "yaml": "- zone: inner\n  price: 79 EUR\n  seats: 4\n- zone: outer\n  price: 119 EUR\n  seats: 9",
    "yaml, name last": "- price: 79 EUR\n  zone: inner\n- price: 119 EUR\n  zone: outer",
    "csv": "zone,price_eur,seats\ninner,79,4\nouter,119,9",
    "blocks": "Zone: inner\nPrice: 79 EUR\nSeats: 4\n\nZone: outer\nPrice: 119 EUR\nSeats: 9",
    "lines": "- inner: 79 EUR, 4 seats\n- outer: 119 EUR, 9 seats",
    "objects": json.dumps([{"zone": "inner", "price_eur": 79}, {"zone": "outer", "price_eur": 119}]),
    "objects, price inside": json.dumps(
        [
            {"price": {"amount": 79, "currency": "EUR"}, "zone": "inner"},
            {"price": {"amount": 119, "currency": "EUR"}, "zone": "outer"},
        ]
    ),
    "keys": json.dumps({"zone": {"inner": {"price_eur": 79}, "outer": {"price_eur": 119}}}),
    "keys of amounts": json.dumps({"prices_eur": {"inner": 79, "outer": 119}}),
    "python": repr([{"zone": "inner", "price_eur": 79}, {"zone": "outer", "price_eur": 119}]),
}


def claim_of(form: str, response_md: str) -> Claim:
    document = with_evidence(FORMS[form], query="What does the inner ticket cost?")
    (claim,) = check_response(document, response_md).claims
    return claim


@pytest.mark.parametrize("response_md", ["The inner ticket costs 79 EUR.", "79 EUR."])
@pytest.mark.parametrize("form", FORMS)
def test_its_own_price_is_carried(form: str, response_md: str) -> None:
    claim = claim_of(form, response_md)
    assert claim.state is ClaimState.SUPPORTED
    assert claim.probability >= SURE


@pytest.mark.parametrize("response_md", ["The inner ticket costs 119 EUR.", "119 EUR."])
@pytest.mark.parametrize("form", FORMS)
def test_the_price_of_the_other_is_not(form: str, response_md: str) -> None:
    claim = claim_of(form, response_md)
    assert claim.state is not ClaimState.SUPPORTED or claim.probability < SURE
