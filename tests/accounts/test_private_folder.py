"""Nobody but the owner of the process reads the data folder of the embedded mode."""

from __future__ import annotations

from pathlib import Path

from tests.config.serving import manage, migrated, readable_by_others

LOOK = ("showmigrations", "auth", "--skip-checks")
"""A command that opens the database and changes nothing in it."""


def test_a_folder_of_an_earlier_version_is_closed(tmp_path: Path) -> None:
    var = migrated(tmp_path / "var")
    var.chmod(0o755)
    (var / "countersign.sqlite3").chmod(0o644)
    manage(var, *LOOK)
    assert readable_by_others(var) == []


def test_a_folder_that_users_share_stays_shared(tmp_path: Path) -> None:
    var = tmp_path / "var"
    var.mkdir()
    var.chmod(0o1777)
    manage(var, *LOOK)
    assert var.stat().st_mode & 0o7777 == 0o1777
    assert (var / "countersign.sqlite3").exists()
    assert readable_by_others(var)[1:] == []


def test_a_database_that_a_command_makes_is_for_its_owner(tmp_path: Path) -> None:
    assert readable_by_others(migrated(tmp_path / "var")) == []


def test_a_database_outside_of_the_folder_is_for_its_owner(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    database = tmp_path / "elsewhere" / "desk.sqlite3"
    manage(tmp_path / "var", *LOOK, COUNTERSIGN_DATABASE_URL=f"sqlite:///{database}")
    assert database.exists()
    assert readable_by_others(tmp_path / "elsewhere")[1:] == []
