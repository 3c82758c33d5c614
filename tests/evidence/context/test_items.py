from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.evidence.turns import grinders, with_evidence
from validation.domain.context import SectionRole
from validation.evidence.context.items import collect


def texts(execution: str) -> list[str]:
    return [item.text for item in collect(with_evidence(execution)).items]


def test_a_row_carries_where_it_comes_from() -> None:
    item = next(item for item in collect(grinders()).items if "Kaffeekontor" in item.text)
    assert (item.text, item.url, item.source_ref, item.section_number) == (
        "Orrin Mill S, 86,00 EUR at Kaffeekontor, in stock",
        "https://kaffeekontor.example/g/1182",
        "t2.r2",
        4,
    )


def test_fresh_results_come_before_what_was_remembered() -> None:
    roles = [item.role for item in collect(grinders()).items]
    assert roles == sorted(roles, key=(SectionRole.EXECUTION, SectionRole.GATHERED).index)


@pytest.mark.parametrize(
    "line",
    [
        '**Command:** "find a mill under 77 EUR"',
        "**Goal Focus:** GOAL_1 - a mill of 540 g",
        "**Action:** COMMAND 77",
        '**Coordinator:** internet.research -> "mill 77 EUR"',
        "```yaml\n_meta:\n  confidence_avg: 0.91\n```",
    ],
)
def test_a_plan_or_its_bookkeeping_is_no_evidence(line: str) -> None:
    assert texts(line) == []


def test_what_stands_below_a_command_is_evidence() -> None:
    assert texts('**Command:** "find it"\nThe mill weighs 540 g.') == ["The mill weighs 540 g."]


@pytest.mark.parametrize(
    ("execution", "expected"),
    [
        ("**Findings:** It grinds fast. It is red.", ["**Findings:** It grinds fast.", "It is red."]),
        ("- quiet\n- red", ["quiet", "red"]),
        ('{"name": "Orrin", "open": false}', ['"name": "Orrin",', '"open": false}']),
        ("| shop | price | url |\n|---|---|---|\n| Kontor | 86 EUR | https://k.example/a |", ["Kontor | 86 EUR"]),
    ],
)
def test_evidence_is_cut_small_enough_to_be_quoted(execution: str, expected: list[str]) -> None:
    assert texts(execution) == expected


def test_a_reference_in_brackets_belongs_to_its_line() -> None:
    (item,) = collect(with_evidence("- espresso (source_ref: memory:brew)")).items
    assert item.source_ref == "memory:brew"


@given(st.text(max_size=400))
def test_an_item_is_exactly_what_its_span_says(text: str) -> None:
    evidence = collect(with_evidence(text, gathered=text))
    assert all(evidence.document.text[item.start : item.end] == item.text for item in evidence.items)


def test_a_long_article_becomes_sentences() -> None:
    article = " ".join(f"Mill {number} stands on the river Dorn." for number in range(2_000))
    assert len(texts(article)) == 2_000
