"""The measuring of the orchestration gate, on data whose answers are known."""

from __future__ import annotations

import gzip
import json

import pytest

from evals.datasets_io import DatasetUnreadable
from evals.gates.orchestration import measure
from evals.gates.orchestration_speed import speeds

FACTS = {
    "json_valid": True,
    "has_status": True,
    "has_summary": True,
    "has_artifacts": True,
    "has_metadata": True,
    "has_session_id": True,
    "session_id_in_metadata": True,
    "status_in_v1_enum": False,
    "status_in_v2_enum": True,
    "summary_over_400_chars": False,
    "artifacts_all_exist_at_commit": True,
    "v1_required_fields_and_enum_ok": False,
    "v2_file_schema_ok": True,
}
RETURN = {"status": "planned", "summary": "Planned.", "artifacts": ["p.md"], "metadata": {"session_id": "s"}}


def lookup(number, exists, **told):
    row = {"todo_file": "todo_snapshots/a.md", "task_number": number, "kind": "k", "heading_exists": exists}
    return {**row, "title": None, "todo_status": None, "language": None, **told}


def lines(path, rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "todo_snapshots").mkdir()
    todo = "### 12. Mow\n- **Status**: [ON HOLD]\n- **Language**: go\n"
    (tmp_path / "todo_snapshots" / "a.md.gz").write_bytes(gzip.compress(todo.encode()))
    right = [lookup(12, True, title="Mow", todo_status="[ON HOLD]", language="go"), lookup(1, False)]
    wrong = [lookup(12, False), lookup(120, True, title="x"), lookup(12, True, title="Mow", todo_status="[DONE]")]
    lines(tmp_path / "task_lookup.jsonl", [*right, *wrong])
    item = {"raw": json.dumps(RETURN), "artifact_exists_at_commit": [["p.md", True]], "facts": FACTS}
    lied = {**item, "facts": {**FACTS, "has_summary": False}}
    longer = {**item, "facts": {**FACTS, "summary_over_400_chars": True}}
    lines(tmp_path / "returns.jsonl", [item, lied, longer])
    return tmp_path


def entry(folder, dataset):
    return next(entry for entry in measure(folder) if (entry["dataset"], entry["task"]) == (dataset, "all"))


def test_lookups_are_right_only_where_the_oracle_agrees_on_everything(folder):
    found = entry(folder, "task_lookup")
    assert (found["n"], found["metrics"]["lookups_right"]["value"]) == (5, pytest.approx(0.4))


def test_a_fact_that_differs_is_counted_by_its_name(folder):
    found = entry(folder, "returns")
    assert found["differences"] == {"has_summary": 1, "summary_over_400_chars": 1}


def test_an_explained_difference_is_not_held_against_the_gate(folder):
    assert entry(folder, "returns")["metrics"]["facts_right"]["value"] == pytest.approx(2 / 3)


def test_a_folder_without_the_data_says_what_is_missing(tmp_path):
    with pytest.raises(DatasetUnreadable, match=r"no task_lookup\.jsonl"):
        measure(tmp_path)


@pytest.mark.parametrize(
    "wrong",
    [
        {"task_number": None, "todo_file": 5},
        {"heading_exists": "yes"},
        {"kind": ["k"]},
        {"todo_status": 3},
    ],
)
def test_a_malformed_lookup_is_named(folder, wrong):
    lines(folder / "task_lookup.jsonl", [lookup(1, False), lookup(1, False, **wrong)])
    with pytest.raises(DatasetUnreadable, match=r"task_lookup\.jsonl, item 2: missing or malformed field"):
        measure(folder)


@pytest.mark.parametrize(
    "wrong",
    [
        {"raw": {}},
        {"facts": {}},
        {"facts": []},
        {"artifact_exists_at_commit": ["p.md"]},
        {"artifact_exists_at_commit": 1},
    ],
)
def test_a_malformed_return_is_named(folder, wrong):
    lines(folder / "returns.jsonl", [{"raw": "{}", "artifact_exists_at_commit": [], "facts": FACTS, **wrong}])
    with pytest.raises(DatasetUnreadable, match=r"returns\.jsonl, item 1: missing or malformed field"):
        measure(folder)


@pytest.mark.parametrize("name", ["task_lookup", "returns"])
def test_a_row_that_lacks_a_field_is_named(folder, name):
    lines(folder / f"{name}.jsonl", [{"todo_file": "todo_snapshots/a.md"}])
    with pytest.raises(DatasetUnreadable, match=rf"{name}\.jsonl, item 1: missing or malformed field"):
        measure(folder)


def test_artifacts_of_a_text_that_is_no_json_are_no_fact(folder):
    row = {"raw": "no JSON", "artifact_exists_at_commit": [["p.md", True]]}
    lines(folder / "returns.jsonl", [{**row, "facts": {**FACTS, "artifacts_all_exist_at_commit": None}}])
    assert "artifacts_all_exist_at_commit" not in entry(folder, "returns")["differences"]


def test_every_part_of_the_gate_with_a_limit_is_timed():
    found = speeds(rounds=3)
    assert {speed.limit for speed in found} == {50, 5, 1, 10}
    assert all(speed.median < speed.limit for speed in found)
