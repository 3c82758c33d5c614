"""`validate_retrieval FILE`: the report for people, the document for programs, three exit codes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from retrieval.models import Retrieval
from tests.retrieval.site.conftest import ASKED, submission

pytestmark = pytest.mark.django_db


def run(tmp_path: Path, content: Any, *options: str) -> int:
    file = tmp_path / "set.json"
    file.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    try:
        call_command("validate_retrieval", str(file), *options)
    except SystemExit as ended:
        return int(ended.code or 0)
    return 0


@pytest.mark.parametrize(("quality", "code"), [("Good", 0), ("Partial", 1), ("Poor", 1)])
def test_it_passes_only_when_an_answer_is_present(tmp_path: Path, quality: str, code: int) -> None:
    query, texts = ASKED[quality]
    assert run(tmp_path, submission(texts, query)) == code


def test_it_prints_the_report_of_the_specification(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(tmp_path, submission())
    report = 'Relevant Chunks: c1\nAnswer Present: Yes\nEvidence:\n- c1: "The company was founded in 1995."\n'
    assert capsys.readouterr().out.startswith(report + "Retrieval Quality: Good\n")


def test_with_json_it_prints_the_document(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(tmp_path, submission(), "--json")
    assert json.loads(capsys.readouterr().out)["retrieval_quality"] == "Good"


def test_nothing_is_stored(tmp_path: Path) -> None:
    run(tmp_path, submission())
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
    assert run(tmp_path, content) == 2
    assert told in capsys.readouterr().err


def test_a_missing_file_is_bad_input(tmp_path: Path) -> None:
    with pytest.raises(SystemExit) as ended:
        call_command("validate_retrieval", str(tmp_path / "nowhere.json"))
    assert ended.value.code == 2
