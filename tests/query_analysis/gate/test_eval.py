"""The measuring of the query-analysis gate, on queries whose answers are known."""

from __future__ import annotations

import gzip
import json

import pytest

from evals.datasets_io import DatasetUnreadable
from evals.gates.query_analysis import measure


def written(path, *rows):
    keys = ("query", "context", "needs_clarification")
    text = "".join(json.dumps({"dataset": "own", **dict(zip(keys, row, strict=True))}) + "\n" for row in rows)
    path.write_bytes(gzip.compress(text.encode()))
    return path


def test_each_figure_is_a_share_of_the_right_queries(tmp_path):
    data = written(
        tmp_path / "a.jsonl.gz",
        ("the cheapest", "", True),
        ("a good tent", "", True),
        ("get me that one", "", False),
        ("what is a yurt?", "", False),
        ("why?", "Q: Are yurts round? A: Yes.", False),
    )
    (entry,) = measure(data)
    figures = {name: figure["value"] for name, figure in entry["metrics"].items()}
    assert figures == {"clarify_precision": 0.5, "clarify_recall": 0.5, "over_clarification": pytest.approx(1 / 3)}
    assert (entry["n"], entry["prevalence"]) == (5, pytest.approx(0.4))


def test_a_figure_without_items_is_left_out(tmp_path):
    (entry,) = measure(written(tmp_path / "a.jsonl.gz", ("what is a yurt?", "", False)))
    assert list(entry["metrics"]) == ["over_clarification"]


def test_a_file_of_another_kind_is_refused(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_text('{"dataset": "own"}\n')
    with pytest.raises(DatasetUnreadable, match="item 1"):
        measure(path)
