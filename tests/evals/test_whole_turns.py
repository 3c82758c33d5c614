"""A labelled response may carry its whole turn instead of passages."""

from __future__ import annotations

import json
from pathlib import Path

from evals.as_turn import as_context
from evals.datasets_io import GroundingItem, grounding_items

TURN = "## 0. User Query\nWhich seat?\n\n## 2. Gathered Context\n- aisle (source_ref: memory:seat)\n"
ROW = {
    "id": "i1",
    "dataset": "own",
    "query": "Which seat?",
    "evidence": [],
    "context_md": TURN,
    "response": "Aisle (memory:seat).",
    "label_grounded": True,
    "kind": "plain",
}


def read(tmp_path: Path, **changed: object) -> GroundingItem:
    path = tmp_path / "own.jsonl"
    path.write_text(json.dumps(ROW | changed), "utf-8")
    (item,) = grounding_items(path)
    return item


def test_a_whole_turn_is_handed_over_as_it_is(tmp_path: Path) -> None:
    assert as_context(read(tmp_path)) == TURN


def test_a_whole_turn_is_the_source_of_its_response(tmp_path: Path) -> None:
    assert read(tmp_path).passages == (TURN,)


def test_without_a_whole_turn_passages_make_one(tmp_path: Path) -> None:
    item = read(tmp_path, context_md=None, evidence=[{"ref": "t1", "text": "Aisle."}])
    assert "Aisle. (source_ref: t1)" in as_context(item)


def test_an_item_keeps_its_kind(tmp_path: Path) -> None:
    assert read(tmp_path).kind == "plain"
