"""The shell entrance."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.db import connection

import manage


@pytest.mark.django_db
def test_a_database_that_is_not_set_up_is_said_to_be(tmp_path: Path, monkeypatch: Any) -> None:
    (tmp_path / "context.md").write_text("## 0. User Query\n\nHello")
    (tmp_path / "response.md").write_text("Hello.")
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE validation_policy RENAME TO elsewhere")
    monkeypatch.setattr("sys.argv", ["manage.py", "validate_attempt", str(tmp_path)])
    with pytest.raises(SystemExit, match="Run `make setup`"):
        manage.main()
