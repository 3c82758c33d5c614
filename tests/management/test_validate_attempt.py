"""`validate_attempt` on a folder."""

from __future__ import annotations

import codecs
from pathlib import Path

import pytest

from tests.shell import run

CONTEXT = b"## 0. User Query\r\nHow much is the Lumo H4?\r\n\r\n## 4. Execution Progress\r\nLumo H4: 49.90 EUR\r\n"


@pytest.mark.django_db
@pytest.mark.parametrize("mark", [b"", codecs.BOM_UTF8])
def test_write_changes_no_byte_of_the_context(tmp_path: Path, mark: bytes) -> None:
    file = tmp_path / "context.md"
    file.write_bytes(mark + CONTEXT)
    (tmp_path / "response.md").write_bytes(b"The Lumo H4 costs 49.90 EUR.\r\n")
    run("validate_attempt", str(tmp_path), "--write")
    written = file.read_bytes()
    assert written.startswith(mark + CONTEXT)
    assert b"Validation" in written.removeprefix(mark + CONTEXT)


@pytest.mark.django_db
def test_a_reason_is_shown_to_the_letter(tmp_path: Path) -> None:
    (tmp_path / "context.md").write_bytes(CONTEXT)
    (tmp_path / "response.md").write_text("The Lumo H4 weighs 90 grams [/INST] and floats. It costs 49.90 EUR.")
    code, printed = run("validate_attempt", str(tmp_path))
    assert (code, "[/INST]" in printed.split("1. ")[0]) == (1, True)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("command", "text", "options"),
    [
        ("preflight", "### 12. Paint the fence\n", ["--task", "12", "--todo"]),
        ("validate_query", '{"raw_query": "hello", "analysis": {"resolved_query": "hello"}}', []),
    ],
)
def test_a_byte_order_mark_changes_no_result(tmp_path: Path, command: str, text: str, options: list[str]) -> None:
    results = []
    for encoding in ("utf-8", "utf-8-sig"):
        file = tmp_path / "file"
        file.write_text(text, encoding=encoding)
        results.append(run(command, *options, str(file))[0])
    assert results[0] == results[1] != 2
