"""Objects that stand under keys are named by these, or by a field of their own that names them."""

from __future__ import annotations

import pytest

from validation.evidence.document.objects import read_objects


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
    ],
)
def test_the_things_that_values_belong_to(data: str, entities: list[str]) -> None:
    assert list(dict.fromkeys(one.entity for one in read_objects(data, 0, len(data)))) == entities
