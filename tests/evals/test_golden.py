"""The golden set: responses written for this project, judged by the real gate, with floors that must hold.

The floors lie under what was measured when the set was written; the model was not tuned on it.
"""

from pathlib import Path
from typing import Any

import pytest

from evals.datasets_io import grounding_items
from evals.gates.response import measure

GOLDEN = Path("evals/datasets/golden_response.jsonl")
FLOORS = {
    "auroc": 0.95,
    "balanced_accuracy": 0.88,
    "precision": 0.92,
    "recall": 0.82,
    "approve_purity": 0.88,
    "span_f1": 0.50,
}


@pytest.fixture(scope="module")
def whole() -> dict[str, Any]:
    return measure(GOLDEN)[0]


def test_the_set_is_large_and_mixed(whole: dict[str, Any]) -> None:
    assert whole["n"] >= 200
    assert 0.3 < whole["prevalence"] < 0.7


@pytest.mark.parametrize("name", FLOORS)
def test_the_floor_holds_for(name: str, whole: dict[str, Any]) -> None:
    assert whole["metrics"][name]["value"] >= FLOORS[name]


def test_hardly_anything_invented_is_approved(whole: dict[str, Any]) -> None:
    assert whole["metrics"]["false_approve_rate"]["value"] <= 0.08


def test_no_span_runs_past_its_response() -> None:
    ends = [(end, len(item.response)) for item in grounding_items(GOLDEN) for _, end in item.spans or ()]
    assert ends
    assert [(end, length) for end, length in ends if end > length] == []
