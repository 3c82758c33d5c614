"""`validate_query`: exit codes and what is printed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.query_analysis.site.analyses import CLEAR, VAGUE, analysis, body
from tests.shell import run, run_json, written
from validation.models import QueryAnalysisRecord

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("document", "code"),
    [(analysis(), 0), (analysis(VAGUE), 1), (analysis(mode="voice"), 1), ([], 1), (body(), 0), (body(VAGUE), 1)],
)
def test_only_a_pass_exits_with_0(document: Any, code: int, tmp_path: Path) -> None:
    assert run("validate_query", written(tmp_path, document))[0] == code


def test_the_words_of_the_user_can_be_given_beside_the_analysis(tmp_path: Path) -> None:
    file = written(tmp_path, analysis(CLEAR, reference_resolution={"status": "failed"}))
    assert run("validate_query", file, "--query", "that one")[0] == 1


@pytest.mark.parametrize(
    "document", ["{", "", '{"analysis": {}, "raw_query": 7}', "[" * 100_000, r'{"resolved_query": "\ud800"}']
)
def test_bad_input_exits_with_2_and_one_line(document: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("validate_query", written(tmp_path, document)) == (2, "")
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_json_holds_the_analysis_with_the_validation_embedded(tmp_path: Path) -> None:
    told = run_json("validate_query", written(tmp_path, analysis(VAGUE)))[1]
    assert told["analysis"]["validation"] == told["validation"]


@pytest.mark.parametrize(
    ("document", "said"), [(analysis(VAGUE), "ask the user:"), (analysis(mode="voice"), "retry:"), ([], "HALTED")]
)
def test_people_read_what_to_do(document: Any, said: str, tmp_path: Path) -> None:
    assert said in run("validate_query", written(tmp_path, document))[1]


def test_nothing_is_stored(tmp_path: Path) -> None:
    run("validate_query", written(tmp_path, analysis()))
    assert not QueryAnalysisRecord.objects.exists()
