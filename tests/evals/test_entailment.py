"""The facts alone on pairs of a premise and a hypothesis."""

from __future__ import annotations

from evals.entailment import table

PAIRS = [
    {"premise": "The lamp costs 40 EUR.", "hypothesis": "The lamp costs 40 EUR.", "label": "entailment"},
    {"premise": "Lamp: 40 EUR\nDesk: 95 EUR", "hypothesis": "The lamp costs 95 EUR.", "label": "contradiction"},
    {"premise": "The pool is open.", "hypothesis": "A sauna was added.", "label": "neutral"},
]


def test_each_label_has_a_line_with_what_facts_say() -> None:
    _, entailed, contradicted, neutral = table("pairs", PAIRS)
    assert [line.split() for line in (entailed, contradicted, neutral)] == [
        ["entailment", "1", "0", "0"],
        ["contradiction", "0", "0", "1"],
        ["neutral", "0", "1", "0"],
    ]
