"""False approvals and false refusals, told by the kind that rows carry."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path

from rich.console import Console

from evals.kinds import KindFigures, kind_figures
from evals.report import show
from evals.runner import Options, run

TURN = "## 0. User Query\nWhich seat?\n\n## 2. Gathered Context\n- seat: aisle (source_ref: memory:seat)\n"


def row(number: int, *, grounded: bool, kind: str | None) -> dict[str, object]:
    return {
        "id": f"i{number}",
        "dataset": "own",
        "query": "Which seat?",
        "evidence": [],
        "context_md": TURN,
        "response": "Aisle (memory:seat)." if grounded else "You paid 312.45 EUR for 9 seats (memory:seat).",
        "label_grounded": grounded,
        "kind": kind,
    }


def measured(tmp_path: Path, *rows: dict[str, object]) -> dict[str, object]:
    path = tmp_path / "own.jsonl"
    path.write_text("\n".join(json.dumps(one) for one in rows), "utf-8")
    return run("response", path, Options())


def test_a_wrong_response_that_is_approved_is_a_false_approval() -> None:
    assert kind_figures([("digit", False, True), ("digit", False, False)]) == (KindFigures("digit", False, 2, 1),)


def test_a_good_response_that_is_not_approved_is_a_false_refusal() -> None:
    assert kind_figures([("list", True, True), ("list", True, False)]) == (KindFigures("list", True, 2, 1),)


def test_one_kind_may_stand_on_both_sides() -> None:
    found = kind_figures([("language", True, True), ("language", False, True)])
    assert found == (KindFigures("language", False, 1, 1), KindFigures("language", True, 1, 0))


def test_wrong_ones_come_first_and_the_worst_of_them() -> None:
    told = [("list", True, False), ("unit", False, False), ("digit", False, True)]
    assert [one.kind for one in kind_figures(told)] == ["digit", "unit", "list"]


def test_rows_without_a_kind_are_left_out() -> None:
    assert kind_figures([(None, True, True)]) == ()


def test_the_share_is_of_all_responses_of_the_kind() -> None:
    (found,) = kind_figures([("unit", False, approved) for approved in (True, False, False, True)])
    assert found.share == 0.5


def test_json_holds_the_kinds_of_the_whole_set(tmp_path: Path) -> None:
    report = measured(tmp_path, row(1, grounded=True, kind="plain"), row(2, grounded=False, kind="digit"))
    whole = report["sets"][0]  # type: ignore[index]
    assert [(one["kind"], one["grounded"], one["n"]) for one in whole["kinds"]] == [
        ("digit", False, 1),
        ("plain", True, 1),
    ]


def test_the_table_names_each_kind_and_the_sums(tmp_path: Path) -> None:
    report = measured(tmp_path, row(1, grounded=True, kind="plain"), row(2, grounded=False, kind="digit"))
    told = StringIO()
    show(report, Console(file=told, width=100))
    for name in ("False approvals", "digit", "False refusals", "plain", "all"):
        assert name in told.getvalue()


def test_the_sum_of_contradictions_leaves_out_other_kinds() -> None:
    told = StringIO()
    kinds = [
        {"kind": "negation", "grounded": False, "n": 4, "mistaken": 1, "share": 0.25},
        {"kind": "format", "grounded": False, "n": 6, "mistaken": 6, "share": 1.0},
    ]
    head = {"dataset": "own", "task": "all", "n": 10, "seconds_per_item": 0.1, "metrics": {}}
    show({"gate": "response", "judge": "embedded", "sets": [{**head, "kinds": kinds}]}, Console(file=told, width=100))
    (sums,) = [line.split() for line in told.getvalue().splitlines() if "contradictions" in line]
    assert [cell for cell in sums if cell.strip("│")] == ["contradictions", "4", "1", "0.250"]


def test_a_set_without_kinds_has_no_such_table(tmp_path: Path) -> None:
    report = measured(tmp_path, row(1, grounded=True, kind=None), row(2, grounded=False, kind=None))
    told = StringIO()
    show(report, Console(file=told, width=100))
    assert "False approvals" not in told.getvalue()


def test_a_wrong_yes_of_a_retrieval_is_told_by_kind(tmp_path: Path) -> None:
    near = {"id": "r1", "dataset": "own", "query": "What is the capital of Uruguay?", "kind": "no_relevant"}
    chunk = {"id": "c1", "text": "Bake the plum crumble for 35 minutes at 180 degrees."}
    labels = {"chunks": [chunk], "relevant_ids": [], "answer_present": False, "answers": []}
    path = tmp_path / "own.jsonl"
    path.write_text(json.dumps(near | labels), "utf-8")
    report = run("retrieval", path, Options())
    assert report["sets"][0]["kinds"] == [
        {"kind": "no_relevant", "grounded": False, "n": 1, "mistaken": 0, "share": 0.0}
    ]
    told = StringIO()
    show(report, Console(file=told, width=100))
    assert "Wrong Yes" in told.getvalue()
