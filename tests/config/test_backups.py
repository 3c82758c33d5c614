"""`backup`, `restore` and `version` as an operator runs them: processes of their own on a database of their own."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
from django.db import connection
from django.utils import timezone

from config.ops.backups import BackupError, back_up, restore
from tests.config.serving import MANAGE, environment, migrated
from tests.services import ON_SQLITE

OF_A_LATER_VERSION = (
    "INSERT INTO django_migrations (app, name, applied) VALUES ('validation', '9999_later', '2026-01-01')"
)


@dataclass(frozen=True)
class Instance:
    var: Path
    url: str

    def call(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        env = environment(self.var, DJANGO_SETTINGS_MODULE="config.settings.embedded")
        if self.url:
            env["COUNTERSIGN_DATABASE_URL"] = self.url
        command = [sys.executable, str(MANAGE), *arguments]
        return subprocess.run(command, env=env, capture_output=True, text=True, timeout=120, check=False)

    def must(self, *arguments: str) -> str:
        done = self.call(*arguments)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def refusal(self, *arguments: str) -> str:
        done = self.call(*arguments)
        assert done.returncode == 2, (done.stdout, done.stderr)
        return done.stderr

    def note(self, name: str) -> None:
        """Writes a row that tells later which state of the database this is."""
        self.execute(f"INSERT INTO django_session VALUES ('{name}', '', '2030-01-01')")

    @property
    def database(self) -> Path:
        return self.var / "countersign.sqlite3"

    def execute(self, statement: str) -> list[tuple[object, ...]]:
        if self.url:
            with psycopg.connect(self.url, autocommit=True) as direct:
                done = direct.execute(statement)
                return done.fetchall() if done.description else []
        with closing(sqlite3.connect(self.database)) as file, file:
            return file.execute(statement).fetchall()

    def notes(self) -> set[object]:
        return {name for (name,) in self.execute("SELECT session_key FROM django_session")}


@pytest.fixture
def embedded(tmp_path: Path) -> Instance:
    return Instance(migrated(tmp_path / "var"), "")


@pytest.fixture(scope="module")
def migrated_postgresql(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The server, with a migrated database `to_copy`: migrating takes seconds."""
    if ON_SQLITE:
        pytest.skip("PostgreSQL is not up")
    if shutil.which("pg_dump") is None:
        pytest.skip("the client programs of PostgreSQL are not installed")
    server = os.environ["COUNTERSIGN_DATABASE_URL"]
    with psycopg.connect(server, autocommit=True) as direct:
        direct.execute("CREATE DATABASE to_copy")
    Instance(tmp_path_factory.mktemp("to_copy"), of(server, "to_copy")).must("migrate", "-v", "0")
    return server


@pytest.fixture
def on_postgresql(migrated_postgresql: str, tmp_path: Path) -> Iterator[Instance]:
    with psycopg.connect(migrated_postgresql, autocommit=True) as direct:
        direct.execute("CREATE DATABASE backed_up TEMPLATE to_copy")
        yield Instance(tmp_path / "var", of(migrated_postgresql, "backed_up"))
        direct.execute("DROP DATABASE backed_up WITH (FORCE)")


def of(server: str, database: str) -> str:
    return urlsplit(server)._replace(path=f"/{database}").geturl()


def written(instance: Instance, file: Path) -> Path:
    said = json.loads(instance.must("backup", str(file), "--json"))
    assert said["file"] == str(file)
    assert said["bytes"] == file.stat().st_size > 0
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [path.name for path in file.parent.iterdir() if file.name in path.name] == [file.name]
    return file


def test_an_embedded_instance_comes_back_as_it_was(embedded: Instance, tmp_path: Path) -> None:
    embedded.note("before")
    backup = written(embedded, tmp_path / "monday.backup")
    embedded.note("after")
    said = json.loads(embedded.must("restore", str(backup), "--json"))
    assert embedded.notes() == {"before"}
    assert stat.S_IMODE(embedded.database.stat().st_mode) == 0o600
    with closing(sqlite3.connect(said["kept"])) as kept:
        assert ("after",) in kept.execute("SELECT session_key FROM django_session").fetchall()
    embedded.note("later")
    assert embedded.notes() == {"before", "later"}


def test_postgresql_comes_back_as_it_was(on_postgresql: Instance, tmp_path: Path) -> None:
    on_postgresql.must("create_api_key", "shop", "--scope", "read")
    on_postgresql.note("before")
    backup = written(on_postgresql, tmp_path / "monday.backup")
    on_postgresql.note("after")
    on_postgresql.execute("CREATE TABLE validation_of_a_later_version (id int)")
    assert "--replace" in on_postgresql.refusal("restore", str(backup))
    assert on_postgresql.notes() == {"before", "after"}
    with psycopg.connect(on_postgresql.url):
        assert "Others are connected (1)" in on_postgresql.refusal("restore", str(backup), "--replace")
    on_postgresql.must("restore", str(backup), "--replace")
    assert on_postgresql.notes() == {"before"}
    assert on_postgresql.execute("SELECT to_regclass('validation_of_a_later_version')") == [(None,)]
    on_postgresql.note("later")
    assert on_postgresql.notes() == {"before", "later"}


def test_postgresql_is_restored_into_an_empty_database(on_postgresql: Instance, tmp_path: Path) -> None:
    on_postgresql.note("before")
    backup = written(on_postgresql, tmp_path / "monday.backup")
    on_postgresql.execute("DROP SCHEMA public CASCADE")
    on_postgresql.execute("CREATE SCHEMA public")
    on_postgresql.must("restore", str(backup))
    assert on_postgresql.notes() == {"before"}


def test_postgresql_keeps_all_when_a_restore_fails(on_postgresql: Instance, tmp_path: Path) -> None:
    on_postgresql.note("before")
    whole = written(on_postgresql, tmp_path / "monday.backup").read_bytes()
    half = tmp_path / "half.backup"
    half.write_bytes(whole[: len(whole) - 20_000])
    on_postgresql.note("after")
    on_postgresql.refusal("restore", str(half), "--replace")
    assert on_postgresql.notes() == {"before", "after"}


def test_nothing_is_written_over_a_file(tmp_path: Path) -> None:
    (tmp_path / "monday.backup").write_text("mine")
    with pytest.raises(BackupError, match="is there already"):
        back_up(tmp_path / "monday.backup")
    assert (tmp_path / "monday.backup").read_text() == "mine"
    with pytest.raises(BackupError, match="No such file or directory"):
        back_up(tmp_path / "nowhere" / "monday.backup")


def test_what_is_no_backup_is_not_put_back(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("no backup")
    (tmp_path / "other").write_bytes(b"PGDMP" if connection.vendor == "sqlite" else b"SQLite format 3\0")
    for name, said in [("missing", "cannot be read"), ("text", "is no backup"), ("other", "is a backup of")]:
        with pytest.raises(BackupError, match=said):
            restore(tmp_path / name, replace=True, now=timezone.now())


def test_the_database_of_another_product_is_not_put_back(embedded: Instance, tmp_path: Path) -> None:
    embedded.note("before")
    with closing(sqlite3.connect(tmp_path / "other")) as other, other:
        other.execute("CREATE TABLE something (id int)")
    assert "is no backup of this product" in embedded.refusal("restore", str(tmp_path / "other"))
    assert embedded.notes() == {"before"}


def test_a_damaged_database_is_replaced_and_kept(embedded: Instance, tmp_path: Path) -> None:
    embedded.note("before")
    backup = written(embedded, tmp_path / "monday.backup")
    embedded.database.write_bytes(b"no database any more")
    assert "cannot copy" in embedded.refusal("backup", str(tmp_path / "tuesday.backup"))
    said = json.loads(embedded.must("restore", str(backup), "--json"))
    assert embedded.notes() == {"before"}
    assert Path(said["kept"]).read_bytes() == b"no database any more"


def test_a_backup_of_a_later_version_waits_for_the_upgrade(embedded: Instance, tmp_path: Path) -> None:
    embedded.execute(OF_A_LATER_VERSION)
    backup = written(embedded, tmp_path / "monday.backup")
    assert "validation.9999_later" in embedded.refusal("restore", str(backup))


def test_on_postgresql_too_it_waits_for_the_upgrade(on_postgresql: Instance, tmp_path: Path) -> None:
    on_postgresql.execute(OF_A_LATER_VERSION)
    backup = written(on_postgresql, tmp_path / "monday.backup")
    assert "validation.9999_later" in on_postgresql.refusal("restore", str(backup), "--replace")


def test_an_instance_at_work_is_not_restored_under_its_feet(embedded: Instance, tmp_path: Path) -> None:
    backup = written(embedded, tmp_path / "monday.backup")
    with (embedded.var / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        assert "already works in" in embedded.refusal("restore", str(backup))
        written(embedded, tmp_path / "tuesday.backup")


def test_the_version_is_said_without_a_database(tmp_path: Path) -> None:
    nowhere = Instance(tmp_path / "var", "postgresql://nobody@127.0.0.1:1/none")
    said = json.loads(nowhere.must("version", "--json"))
    assert {"countersign", "python", "django", "database"} <= set(said)
    assert f"Countersign {said['countersign']}" in nowhere.must("version")
