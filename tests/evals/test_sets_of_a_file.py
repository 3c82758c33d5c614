"""A file that holds several data sets gives figures for each of them, and never for their sum."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from evals.runner import Options, run


def response_rows(dataset: str, count: int) -> list[dict[str, Any]]:
    return [
        {
            "id": f"{dataset}{number}", "dataset": dataset, "task": "QA", "query": "When was it built?",
            "evidence": [{"ref": "p1", "text": "The mill was built in 1741."}],
            "response": "The mill was built in 1741." if number % 2 else "The mill was built in 1802.",
            "label_grounded": bool(number % 2), "spans": None,
        }
        for number in range(count)
    ]  # fmt: skip


def retrieval_rows(dataset: str, count: int) -> list[dict[str, Any]]:
    return [
        {
            "id": f"{dataset}{number}", "dataset": dataset, "query": "When was the mill built?",
            "chunks": [{"id": "c1", "text": f"The mill {number} was built in 1741."}], "relevant_ids": ["c1"],
            "answer_present": True, "answers": ["1741"],
        }
        for number in range(count)
    ]  # fmt: skip


def clarify_rows(dataset: str, count: int) -> list[dict[str, Any]]:
    return [
        {"id": f"{dataset}{number}", "dataset": dataset, "query": "what is a yurt?", "needs_clarification": False}
        for number in range(count)
    ]


ROWS = {"response": response_rows, "retrieval": retrieval_rows, "query_analysis": clarify_rows}


@pytest.mark.parametrize("gate", ROWS)
def test_each_data_set_of_a_file_has_figures_of_its_own(tmp_path: Path, gate: str) -> None:
    mixed = [row for pair in zip(ROWS[gate]("first", 3), ROWS[gate]("second", 3), strict=True) for row in pair]
    path = tmp_path / "both.jsonl"
    path.write_text("\n".join(json.dumps(row) for row in [*mixed, *ROWS[gate]("second", 5)[3:]]), "utf-8")
    sets = [one for one in run(gate, path, Options())["sets"] if one["task"] == "all"]
    assert [(one["dataset"], one["n"]) for one in sets] == [("first", 3), ("second", 5)]
