"""Nobody but the owner of the process reads the data folder of the embedded mode."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.config.serving import MANAGE, Serve, environment

OPEN_TO_OTHERS = stat.S_IRWXG | stat.S_IRWXO


def manage(var: Path, *arguments: str, **more: str) -> None:
    command = [sys.executable, str(MANAGE), *arguments]
    done = subprocess.run(command, env=environment(var, **more), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def readable_by_others(var: Path) -> list[str]:
    return [str(path) for path in (var, *var.rglob("*")) if path.stat().st_mode & OPEN_TO_OTHERS]


@pytest.fixture(autouse=True)
def open_umask() -> Iterator[None]:
    """What most systems give a process: files that everybody may read."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def test_what_serve_makes_is_for_its_owner(tmp_path: Path) -> None:
    serve = Serve.start(tmp_path / "var")
    try:
        assert readable_by_others(tmp_path / "var") == []
    finally:
        serve.end()


def test_a_folder_of_an_earlier_version_is_closed(tmp_path: Path) -> None:
    var = tmp_path / "var"
    manage(var, "migrate", "-v", "0")
    var.chmod(0o755)
    (var / "countersign.sqlite3").chmod(0o644)
    manage(var, "migrate", "-v", "0")
    assert readable_by_others(var) == []


def test_a_folder_that_users_share_stays_shared(tmp_path: Path) -> None:
    var = tmp_path / "var"
    var.mkdir()
    var.chmod(0o1777)
    manage(var, "migrate", "-v", "0")
    assert var.stat().st_mode & 0o7777 == 0o1777
    assert readable_by_others(var)[1:] == []


def test_a_database_that_a_command_makes_is_for_its_owner(tmp_path: Path) -> None:
    manage(tmp_path / "var", "migrate", "-v", "0")
    assert readable_by_others(tmp_path / "var") == []


def test_a_database_outside_of_the_folder_is_for_its_owner(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    manage(
        tmp_path / "var", "migrate", "-v", "0",
        COUNTERSIGN_DATABASE_URL=f"sqlite:///{tmp_path / 'elsewhere' / 'desk.sqlite3'}",
    )  # fmt: skip
    assert readable_by_others(tmp_path / "elsewhere")[1:] == []
