"""`validate_retrieval FILE`: the report for people, the document for programs, three exit codes."""

from __future__ import annotations

from pathlib import Path

import pytest

from retrieval.models import Retrieval
from tests.retrieval.site.conftest import ASKED, submission
from tests.shell import run, run_json, written

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("quality", "code"), [("Good", 0), ("Partial", 1), ("Poor", 1)])
def test_it_passes_only_when_an_answer_is_present(tmp_path: Path, quality: str, code: int) -> None:
    query, texts = ASKED[quality]
    assert run("validate_retrieval", written(tmp_path, submission(texts, query)))[0] == code


def test_it_prints_the_report_of_the_specification(tmp_path: Path) -> None:
    _, printed = run("validate_retrieval", written(tmp_path, submission()))
    report = 'Relevant Chunks: c1\nAnswer Present: Yes\nEvidence:\n- c1: "The company was founded in 1995."\n'
    assert printed.startswith(report + "Retrieval Quality: Good\n")


def test_with_json_it_prints_the_document(tmp_path: Path) -> None:
    assert run_json("validate_retrieval", written(tmp_path, submission()))[1]["retrieval_quality"] == "Good"


def test_nothing_is_stored(tmp_path: Path) -> None:
    run("validate_retrieval", written(tmp_path, submission()))
    assert not Retrieval.objects.exists()


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("{", "is not valid JSON"),
        ("[]", "one object"),
        ('{"chunks": []}', "query: a text is expected"),
        ('{"query": "x", "chunks": "y"}', "chunks: a list is expected"),
        ('{"query": "half \\ud800", "chunks": []}', "surrogate"),
        ("[" * 100_000, "is not valid JSON"),
    ],
)
def test_bad_input_is_one_line_and_code_two(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: str, told: str
) -> None:
    assert run("validate_retrieval", written(tmp_path, content))[0] == 2
    assert told in capsys.readouterr().err


def test_a_missing_file_is_bad_input(tmp_path: Path) -> None:
    assert run("validate_retrieval", str(tmp_path / "nowhere.json"))[0] == 2
