"""`validate_attempt` on a folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.shell import run

CONTEXT = b"## 0. User Query\r\nHow much is the Lumo H4?\r\n\r\n## 4. Execution Progress\r\nLumo H4: 49.90 EUR\r\n"


@pytest.mark.django_db
def test_write_changes_no_byte_of_the_context(tmp_path: Path) -> None:
    file = tmp_path / "context.md"
    file.write_bytes(CONTEXT)
    (tmp_path / "response.md").write_bytes(b"The Lumo H4 costs 49.90 EUR.\r\n")
    run("validate_attempt", str(tmp_path), "--write")
    written = file.read_bytes()
    assert written.startswith(CONTEXT)
    assert b"Validation" in written.removeprefix(CONTEXT)


@pytest.mark.django_db
def test_a_reason_is_shown_to_the_letter(tmp_path: Path) -> None:
    (tmp_path / "context.md").write_bytes(CONTEXT)
    (tmp_path / "response.md").write_text("The Lumo H4 weighs 90 grams [/INST] and floats. It costs 49.90 EUR.")
    code, printed = run("validate_attempt", str(tmp_path))
    assert (code, "[/INST]" in printed.split("1. ")[0]) == (1, True)
