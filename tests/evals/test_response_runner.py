"""`run_evals response` on a handful of items: names, shape, and what is left out."""

import json
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from evals.datasets_io import GroundingItem, Passage
from evals.gates.response import Outcome, figures
from evals.report import show
from evals.runner import GATES, Options, run

NAMES = {
    "balanced_accuracy", "precision", "recall", "f1", "auroc", "false_approve_rate", "approve_purity", "approve_share",
    "span_f1", "ece",
}  # fmt: skip


def item(number: int, *, grounded: bool, spans: tuple[tuple[int, int], ...] | None = ()) -> GroundingItem:
    evidence = (Passage("p1", "The mill was built in 1741."),)
    response = "The mill was built in 1741." if grounded else "The mill was sold to a baker from Barrowby."
    return GroundingItem(f"i{number}", "own", "QA", "When?", evidence, response, grounded, spans)


def outcome(grounded: float) -> Outcome:
    return Outcome(approved=grounded >= 0.8, grounded=grounded, spans=((0, 5),))


PAIRS = [
    (item(1, grounded=True), outcome(0.9)),
    (item(2, grounded=True), outcome(0.6)),
    (item(3, grounded=False, spans=((0, 10),)), outcome(0.85)),
    (item(4, grounded=False, spans=((0, 5),)), outcome(0.1)),
]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("balanced_accuracy", 0.75),
        ("precision", 1.0),
        ("recall", 0.5),
        ("auroc", 0.75),
        ("false_approve_rate", 0.5),
        ("approve_purity", 0.5),
        ("approve_share", 0.5),
        ("span_f1", 20 / 35),
    ],
)
def test_the_figure_is(name: str, value: float) -> None:
    assert figures("all", PAIRS)["metrics"][name]["value"] == pytest.approx(value)


def test_span_f1_is_left_out_where_nobody_marked_spans() -> None:
    bare = [(item(number, grounded=number > 1, spans=None), told) for number, (_, told) in enumerate(PAIRS)]
    assert "span_f1" not in figures("all", bare)["metrics"]


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> dict:
    lines = Path("evals/datasets/golden_response.jsonl").read_text("utf-8").splitlines()[:24]
    path = tmp_path_factory.mktemp("evals") / "few.jsonl"
    path.write_text("\n".join(lines), "utf-8")
    return run("response", path, Options())


def test_the_report_has_the_agreed_shape(report: dict) -> None:
    (whole,) = report["sets"]
    assert (report["gate"], report["judge"], whole["task"], whole["n"]) == ("response", "embedded", "all", 24)
    assert set(whole["metrics"]) == NAMES
    assert all(set(figure) == {"value", "low", "high"} for figure in whole["metrics"].values())
    assert json.loads(json.dumps(report)) == report


def test_the_report_can_be_read(report: dict) -> None:
    out = StringIO()
    show(report, Console(file=out, width=100))
    assert "auroc" in out.getvalue()
    assert "prevalence" in out.getvalue()


def test_each_gate_that_data_sets_exist_for_can_be_measured() -> None:
    """Beliefs are measured against a corpus of files, by a command of their own."""
    assert set(GATES) == {"response", "query_analysis", "orchestration", "retrieval"}
