"""Objects that stand under keys are named by these, or by a field of their own that names them."""

from __future__ import annotations

import json

import pytest

from tests.evidence.turns import with_evidence
from validation.domain.claim import ClaimState
from validation.evidence.check_response import check_response
from validation.evidence.document.objects import read_objects
from validation.evidence.weighing import SURE


@pytest.mark.parametrize(
    ("data", "entities"),
    [
        (
            '{"Aro kettle": {"price": 39.9, "shop": "Topf"}, "Bel kettle": {"price": 54, "shop": "Herd"}}',
            ["Aro kettle", "Bel kettle"],
        ),
        ('{"aro": {"price": 39.9, "store": "Topf"}, "bel": {"price": 54, "store": "Herd"}}', ["aro", "bel"]),
        (
            '{"A": {"vendor": "Topf", "model": "K1"}, "B": {"vendor": "Herd", "model": "K2"}}',
            ["Topf", "Herd"],
        ),
        (
            '{"origin": {"city": "Rome", "date": "2026-05-01"}, "stop": {"city": "Oslo", "date": "2026-05-03"}}',
            ["Rome", "Oslo"],
        ),
        (
            '{"Nova X": {"brand": "Acme", "weight_g": 180}, "Nova Y": {"brand": "Zenit", "weight_g": 190}}',
            ["Nova X", "Nova Y"],
        ),
        (
            '{"offer1": {"shop": "Topf", "price": 39.9}, "offer2": {"shop": "Herd", "price": 54}}',
            ["Topf", "Herd"],
        ),
        (
            '{"a1": {"name": "Aro kettle", "shop": "Topf"}, "b1": {"name": "Bel kettle", "shop": "Herd"}}',
            ["Aro kettle", "Bel kettle"],
        ),
        (
            '{"A": {"title": "Aro kettle", "shop": "Topf"}, "B": {"title": "Bel kettle", "shop": "Herd"}}',
            ["Aro kettle", "Bel kettle"],
        ),
        ('{"outbound": {"train": "ICE 7", "stops": 2}, "return": {"train": "ICE 9", "stops": 3}}', ["ICE 7", "ICE 9"]),
        ('[{"shop": "Topf", "price": 39.9}, {"shop": "Herd", "price": 54}]', ["Topf", "Herd"]),
        ('[{"type": "single", "price": 79}, {"type": "double", "price": 119}]', ["single", "double"]),
        (
            '{"hotel": "Lind", "rooms": [{"type": "single", "price": 79}, {"type": "double", "price": 119}]}',
            ["Lind", "single", "double"],
        ),
        (
            '[{"price": {"amount": 79, "currency": "EUR"}, "zone": "inner"}, '
            '{"price": {"amount": 119, "currency": "EUR"}, "zone": "outer"}]',
            ["inner", "outer"],
        ),
        ('[{"price": 9, "duration": "one hour"}, {"price": 29, "duration": "one day"}]', ["one hour", "one day"]),
        ('[{"status": "open", "seats": 4}, {"status": "closed", "seats": 0}]', [""]),
        ('[{"bookable": "yes", "seats": 4}, {"bookable": "no", "seats": 0}]', [""]),
        ('[{"zone": "inner", "price": 79}, {"zone": "inner", "price": 99}]', [""]),
    ],
)
def test_the_things_that_values_belong_to(data: str, entities: list[str]) -> None:
    assert list(dict.fromkeys(one.entity for one in read_objects(data, 0, len(data)))) == entities


@pytest.mark.parametrize(
    ("data", "names"),
    [
        ('[{"type": "single", "price": 79}, {"type": "double", "price": 119}]', ["type", "price", "type", "price"]),
        ('[{"type": "room", "price": 79}, {"type": "room", "price": 119}]', ["price", "price"]),
        ('{"type": "search_result", "price": 79}', ["price"]),
    ],
)
def test_a_type_is_told_where_it_tells_things_apart(data: str, names: list[str]) -> None:
    assert [one.name for one in read_objects(data, 0, len(data))] == names


@pytest.mark.parametrize("key", ["type", "zone", "fare", "duration", "membership", "room_type"])
@pytest.mark.parametrize("response_md", ["The basic one costs 119 EUR.", "119 EUR."])
def test_the_price_of_another_object_is_not_approved(key: str, response_md: str) -> None:
    rows = [
        {"price": {"amount": 79, "currency": "EUR"}, key: "basic"},
        {"price": {"amount": 119, "currency": "EUR"}, key: "plus"},
    ]
    document = with_evidence(json.dumps({"results": rows}), query="What does the basic one cost?")
    (claim,) = check_response(document, response_md).claims
    assert claim.state is not ClaimState.SUPPORTED or claim.probability < SURE
