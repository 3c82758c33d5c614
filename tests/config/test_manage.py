"""The shell entrance."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.db import connection

import manage
from tests.config.serving import attempted


@pytest.mark.django_db
def test_a_database_that_is_not_set_up_is_bad_input(
    tmp_path: Path, monkeypatch: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    """Not 1, which a script reads as not approved."""
    (tmp_path / "context.md").write_text("## 0. User Query\n\nHello")
    (tmp_path / "response.md").write_text("Hello.")
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE validation_policy RENAME TO elsewhere")
    monkeypatch.setattr("sys.argv", ["manage.py", "validate_attempt", str(tmp_path)])
    with pytest.raises(SystemExit) as ended:
        manage.main()
    assert (ended.value.code, "Run `make setup`" in capsys.readouterr().err) == (2, True)


def test_a_database_that_cannot_be_reached_is_one_clear_line(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/of/nobody.sqlite3"
    ended = attempted(tmp_path / "var", "migrate", COUNTERSIGN_DATABASE_URL=url)
    assert ended.returncode == 2
    assert ended.stderr.startswith("Database error: unable to open database file.")
    assert "COUNTERSIGN_DATABASE_URL" in ended.stderr
    assert len(ended.stderr.splitlines()) == 1


def test_a_server_that_does_not_answer_is_one_clear_line_with_the_reason(tmp_path: Path) -> None:
    """The pool tries several times, and only it knows why."""
    ended = attempted(tmp_path / "var", "migrate", COUNTERSIGN_DATABASE_URL="postgresql://nobody@127.0.0.1:1/none")
    assert ended.returncode == 2
    assert ended.stderr.startswith("Database error: ")
    assert "port 1 failed: Connection refused. Check the database" in ended.stderr
    assert len(ended.stderr.splitlines()) == 1


def test_a_file_that_is_no_database_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "notes.sqlite3").write_text("These are notes, and no database at all. " * 40)
    ended = attempted(tmp_path / "var", "migrate", COUNTERSIGN_DATABASE_URL=f"sqlite:///{tmp_path}/notes.sqlite3")
    assert ended.returncode == 2
    assert ended.stderr.startswith("Database error: file is not a database.")
    assert len(ended.stderr.splitlines()) == 1
