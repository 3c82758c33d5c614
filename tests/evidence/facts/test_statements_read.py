"""How evidence and responses are read: names of rows and values, yes and no, denials, on any text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.evidence.turns import with_evidence
from validation.evidence.document.read import read_evidence, read_response
from validation.evidence.document.values import weekdays_of
from validation.evidence.language.masking import mask
from validation.evidence.language.terms import read_terms
from validation.evidence.text.json_paths import json_values


@pytest.mark.parametrize(
    ("text", "denied"),
    [
        ("it does not include batteries", {"include", "battery"}),
        ("sugar-free", {"sugar"}),
        ("not unsafe", set()),
        ("do not unplug it", set()),
        ("not published until 1924", set()),
        ("No, it is open", set()),
        ("it is not red, but wide", {"red"}),
        ("sold out", {"available"}),
        ("no longer available", {"available"}),
    ],
)
def test_a_concept_is_denied_an_odd_number_of_times(text: str, denied: set[str]) -> None:
    assert {term.key for term in read_terms(text) if term.denied} == denied


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("costs", "price"),
        ("departs", "leaves"),
        ("dimmable", "dimmed"),
        ("warranty", "guarantee"),
        ("dwellings", "dwelling"),
        ("recordings", "recording"),
        ("kings", "king"),
    ],
)
def test_words_that_mean_the_same_share_a_concept(one: str, other: str) -> None:
    assert read_terms(one)[0].key == read_terms(other)[0].key


def test_a_cell_has_the_name_of_its_row_and_of_its_column() -> None:
    document = with_evidence("| name | price (EUR) | dimmable |\n|---|---|---|\n| Lumo H4 | 49.90 | no |\n")
    price = read_evidence(document)[1]
    assert (price.entity, price.prop, price.figures[0].unit) == ("Lumo H4", "price (EUR)", "EUR")


def test_a_value_of_json_has_the_name_of_its_object_and_the_currency_beside_it() -> None:
    document = with_evidence('```json\n{"items": [{"name": "Mug", "unit_price": 18.5, "currency": "EUR"}]}\n```')
    [price] = [one for one in read_evidence(document) if one.figures]
    assert (price.entity, price.figures[0].unit) == ("Mug", "EUR")


def test_columns_that_are_things_name_the_cells_below_them() -> None:
    document = with_evidence("| feature | Lumo H4 | Trevia Arc |\n|---|---|---|\n| price | 49.90 EUR | 39.90 EUR |\n")
    assert [(one.entity, one.prop) for one in read_evidence(document)] == [
        ("Lumo H4", "price"),
        ("Trevia Arc", "price"),
    ]


@pytest.mark.parametrize(
    ("text", "days"),
    [("Tue-Thu", {"tuesday", "wednesday", "thursday"}), ("Sat and Sun", {"saturday", "sunday"}), ("monthly", set())],
)
def test_ranges_of_weekdays_are_written_out(text: str, days: set[str]) -> None:
    assert weekdays_of(text) == days


@given(st.text(max_size=300))
def test_masking_keeps_every_offset(text: str) -> None:
    assert len(mask(text)) == len(text)


@given(st.text(max_size=300))
def test_any_text_is_read_with_spans_inside_it(text: str) -> None:
    for statement in read_response(text):
        assert 0 <= statement.start <= statement.end <= len(text)
        assert all(statement.start <= term.start < term.end <= statement.end for term in statement.terms[:1])


@given(st.text(alphabet="{}[]:,\"'\\ab1 \n", max_size=200))
def test_json_like_text_never_fails(text: str) -> None:
    assert all(0 <= value.start <= value.end <= len(text) for value in json_values(text, 0, len(text)))


@pytest.mark.parametrize(
    ("evidence", "records"),
    [
        ("Lumo lamps\n  price: 49.90 EUR\n  weight: 86 g", 1),
        ("price: 49.90 EUR.\nweight: 86 g", 1),
        ("Marn: 211,000 inhabitants. Tolv: 184,500 inhabitants.", 2),
    ],
)
def test_only_a_label_within_a_line_begins_another_thing(evidence: str, records: int) -> None:
    fields = [one for one in read_evidence(with_evidence(evidence)) if one.is_field]
    assert (len(fields), len({one.record for one in fields})) == (2, records)
