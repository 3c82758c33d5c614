"""`preflight` and `validate_return`: exit codes, JSON, and artifacts looked for under the root alone."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.orchestration.site.delegations import SCHEMA, TODO, a_preflight, returned
from tests.shell import run_json

pytestmark = pytest.mark.django_db


@pytest.fixture
def mill(tmp_path: Path) -> Path:
    """A root with a TODO.md, a schema and one artifact, beside a file that is outside of it."""
    root = tmp_path / "root"
    (root / "out").mkdir(parents=True)
    (root / "out" / "report.md").write_text("Weighed.")
    (root / "TODO.md").write_text(TODO)
    (root / "schema.json").write_text(json.dumps(SCHEMA))
    (tmp_path / "outside.md").write_text("Not yours.")
    return root


def test_an_allowed_delegation_exits_with_0(mill: Path) -> None:
    code, told = run_json("preflight", "--task", "12", "--todo", str(mill / "TODO.md"))
    assert (code, told["allowed"], told["task"]["language"]) == (0, True, "python")


def test_a_refused_delegation_exits_with_1_and_names_every_rule(mill: Path) -> None:
    names = ["--task", "99", "--todo", str(mill / "TODO.md"), "--schema", str(mill / "schema.json")]
    code, told = run_json("preflight", *names, "--depth", "4", "--path", "a, b", "--target", "a", "--", "99", "--forse")
    assert code == 1
    assert {error["code"] for error in told["errors"]} == {
        "task_not_found",
        "flag_syntax",
        "depth_exceeded",
        "delegation_cycle",
    }


def test_the_registry_of_a_named_pipeline_is_asked(mill: Path) -> None:
    a_preflight(session_id="sess_1")
    code, told = run_json("preflight", "--session-id", "sess_1", "--pipeline", "shop")
    assert (code, told["errors"][0]["code"]) == (1, "session_active")


@pytest.mark.parametrize(
    "arguments",
    [
        ["preflight"],
        ["preflight", "--command", "implement"],
        ["preflight", "--task", "1", "--todo", "/nowhere/TODO.md"],
        ["preflight", "--session-id", "s", "--pipeline", "nobody"],
        ["validate_return", "/nowhere/return.json", "--session-id", "s"],
    ],
)
def test_bad_input_exits_with_2_and_one_line(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run_json(*arguments) == (2, None)
    assert len(capsys.readouterr().err.splitlines()) == 1


def _return(mill: Path, **changed: Any) -> Path:
    file = mill / "return.json"
    file.write_text(returned(**changed))
    return file


def test_a_return_whose_artifacts_exist_exits_with_0(mill: Path) -> None:
    code, told = run_json("validate_return", str(_return(mill)), "--session-id", "sess_1", "--root", str(mill))
    assert (code, told["valid"], told["artifacts_checked"]) == (0, True, True)


def test_without_a_root_nobody_looks_for_artifacts(mill: Path) -> None:
    code, told = run_json("validate_return", str(_return(mill)), "--session-id", "sess_1")
    assert (code, told["artifacts_checked"]) == (0, False)


def _link(mill: Path) -> str:
    (mill / "way-out").symlink_to(mill.parent)
    return "way-out/outside.md"


@pytest.mark.parametrize(
    "artifact",
    [
        lambda mill: "out/missing.md",
        lambda mill: "../outside.md",
        lambda mill: str(mill.parent / "outside.md"),
        lambda mill: "out/../../outside.md",
        lambda mill: "a" * 5000,
        lambda mill: "out/\x00report.md",
        _link,
    ],
    ids=["missing", "parent", "absolute", "back up", "too long", "NUL", "link"],
)
def test_an_artifact_that_is_not_under_the_root_is_missing(artifact: Any, mill: Path) -> None:
    file = _return(mill, artifacts=[artifact(mill)])
    code, told = run_json("validate_return", str(file), "--session-id", "sess_1", "--root", str(mill))
    assert (code, [error["code"] for error in told["errors"]]) == (1, ["artifact_missing"])


def test_another_profile_can_be_named(mill: Path) -> None:
    file = _return(mill, status="implemented")
    names = ["--session-id", "sess_1", "--root", str(mill), "--profile", "fleet"]
    assert run_json("validate_return", str(file), *names)[0] == 0
