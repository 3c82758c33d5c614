"""Two policies over one labelled set: agreement, flips and which way they go."""

from __future__ import annotations

import json
from io import StringIO
from itertools import islice
from pathlib import Path

import pytest
from django.core.management import call_command

from evals.compare import Side, compare
from tests.factories import policy
from validation.domain.policy import ResponsePolicy

GOLDEN = Path(__file__).resolve().parents[2] / "evals/datasets/golden_response.jsonl"
STRICT = ResponsePolicy(approve=0.999999)


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path: Path = tmp_path_factory.mktemp("data") / "few.jsonl"
    with GOLDEN.open(encoding="utf-8") as lines:
        path.write_text("".join(islice(lines, 12)), "utf-8")
    return path


def test_a_policy_agrees_with_itself(few: Path) -> None:
    same = Side("a", None, ResponsePolicy())
    found = compare(few, same, same)
    assert (found["n"], found["agreement"]["value"], found["flips"]) == (12, 1.0, [])
    assert found["better"] == {"only_first": 0, "only_second": 0, "p": 1.0}


def test_a_stricter_policy_flips_approvals_and_nothing_else(few: Path) -> None:
    found = compare(few, Side("a", None, ResponsePolicy()), Side("b", None, STRICT))
    assert {flip["from"] for flip in found["flips"]} == {"APPROVE"}
    flipped = sum(flip["n"] for flip in found["flips"])
    assert flipped == sum(flip["mended"] + flip["broken"] for flip in found["flips"])
    assert found["sides"][1]["false_approve"]["value"] == 0.0


@pytest.mark.django_db
def test_the_command_takes_published_policies(few: Path) -> None:
    policy(1)
    out = StringIO()
    call_command("compare_judges", few, "--a-policy", "1", "--json", stdout=out)
    assert [side["name"] for side in json.loads(out.getvalue())["sides"]] == [
        "embedded, policy 1", "embedded, default policy",
    ]  # fmt: skip


@pytest.mark.django_db
def test_an_unknown_policy_is_bad_input(few: Path) -> None:
    with pytest.raises(SystemExit) as ended:
        call_command("compare_judges", few, "--a-policy", "99", stderr=StringIO())
    assert ended.value.code == 2


@pytest.mark.parametrize(
    ("out", "said"), [("few.jsonl/report.json", "is no folder"), (".", "is a folder")], ids=["below a file", "a folder"]
)
def test_a_report_that_cannot_be_written_is_bad_input_before_measuring(
    out: str, said: str, few: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        call_command("run_evals", "response", few.parent / "missing.jsonl", "--json", str(few.parent / out))
    assert (ended.value.code, said in capsys.readouterr().err) == (2, True)


ROWS: dict[str, dict[str, object]] = {
    "response": {"id": "a", "dataset": "d", "query": 5, "evidence": [], "response": "x", "label_grounded": True},
    "query_analysis": {"dataset": "d", "query": 5, "needs_clarification": True},
    "retrieval": {
        "id": "a", "dataset": "d", "query": 5, "chunks": [], "relevant_ids": [], "answer_present": False, "answers": [],
    },
}  # fmt: skip


@pytest.mark.parametrize(
    "command", [("run_evals", gate) for gate in ROWS] + [("compare_judges",)], ids=[*ROWS, "compare_judges"]
)
def test_a_query_that_is_no_text_is_bad_input(
    command: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = tmp_path / "data.jsonl"
    data.write_text(json.dumps(ROWS.get(command[-1], ROWS["response"])), "utf-8")
    with pytest.raises(SystemExit) as ended:
        call_command(*command, str(data))
    assert ended.value.code == 2
    assert "item 1: missing or malformed field" in capsys.readouterr().err
