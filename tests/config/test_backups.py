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

    def new_key(self, pipeline: str) -> None:
        self.must("create_api_key", pipeline, "--scope", "read")

    @property
    def database(self) -> Path:
        return self.var / "countersign.sqlite3"

    def execute(self, statement: str) -> list[tuple[object, ...]]:
        if self.url:
            with psycopg.connect(self.url, autocommit=True) as direct:
                done = direct.execute(statement)  # type: ignore[arg-type]
                return done.fetchall() if done.description else []
        with closing(sqlite3.connect(self.database)) as file, file:
            return file.execute(statement).fetchall()

    def pipelines(self) -> set[object]:
        return {name for (name,) in self.execute("SELECT name FROM validation_pipeline")}


@pytest.fixture
def embedded(tmp_path: Path) -> Instance:
    return Instance(migrated(tmp_path / "var"), "")


@pytest.fixture
def on_postgresql(tmp_path: Path) -> Iterator[Instance]:
    if ON_SQLITE:
        pytest.skip("PostgreSQL is not up")
    if shutil.which("pg_dump") is None:
        pytest.skip("the client programs of PostgreSQL are not installed")
    server = os.environ["COUNTERSIGN_DATABASE_URL"]
    with psycopg.connect(server, autocommit=True) as direct:
        direct.execute("DROP DATABASE IF EXISTS backed_up WITH (FORCE)")
        direct.execute("CREATE DATABASE backed_up")
        instance = Instance(tmp_path / "var", urlsplit(server)._replace(path="/backed_up").geturl())
        instance.must("migrate", "-v", "0")
        yield instance
        direct.execute("DROP DATABASE backed_up WITH (FORCE)")


def written(instance: Instance, file: Path) -> Path:
    said = json.loads(instance.must("backup", str(file), "--json"))
    assert said["file"] == str(file)
    assert said["bytes"] == file.stat().st_size > 0
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [path.name for path in file.parent.iterdir() if file.name in path.name] == [file.name]
    return file


def test_an_embedded_instance_comes_back_as_it_was(embedded: Instance, tmp_path: Path) -> None:
    embedded.new_key("before")
    backup = written(embedded, tmp_path / "monday.backup")
    embedded.new_key("after")
    said = json.loads(embedded.must("restore", str(backup), "--json"))
    assert embedded.pipelines() == {"before"}
    assert stat.S_IMODE(embedded.database.stat().st_mode) == 0o600
    with closing(sqlite3.connect(said["kept"])) as kept:
        assert ("after",) in kept.execute("SELECT name FROM validation_pipeline").fetchall()
    embedded.new_key("later")
    assert embedded.pipelines() == {"before", "later"}


def test_postgresql_comes_back_as_it_was(on_postgresql: Instance, tmp_path: Path) -> None:
    on_postgresql.new_key("before")
    backup = written(on_postgresql, tmp_path / "monday.backup")
    on_postgresql.new_key("after")
    on_postgresql.execute("CREATE TABLE validation_of_a_later_version (id int)")
    assert "--replace" in on_postgresql.refusal("restore", str(backup))
    assert on_postgresql.pipelines() == {"before", "after"}
    with psycopg.connect(on_postgresql.url):
        assert "Others are connected (1)" in on_postgresql.refusal("restore", str(backup), "--replace")
    on_postgresql.must("restore", str(backup), "--replace")
    assert on_postgresql.pipelines() == {"before"}
    assert on_postgresql.execute("SELECT to_regclass('validation_of_a_later_version')") == [(None,)]
    on_postgresql.new_key("later")
    assert on_postgresql.pipelines() == {"before", "later"}


def test_postgresql_is_restored_into_an_empty_database(on_postgresql: Instance, tmp_path: Path) -> None:
    on_postgresql.new_key("before")
    backup = written(on_postgresql, tmp_path / "monday.backup")
    on_postgresql.execute("DROP SCHEMA public CASCADE")
    on_postgresql.execute("CREATE SCHEMA public")
    on_postgresql.must("restore", str(backup))
    assert on_postgresql.pipelines() == {"before"}


def test_postgresql_keeps_all_when_a_restore_fails(on_postgresql: Instance, tmp_path: Path) -> None:
    on_postgresql.new_key("before")
    whole = written(on_postgresql, tmp_path / "monday.backup").read_bytes()
    half = tmp_path / "half.backup"
    half.write_bytes(whole[: len(whole) - 20_000])
    on_postgresql.new_key("after")
    on_postgresql.refusal("restore", str(half), "--replace")
    assert on_postgresql.pipelines() == {"before", "after"}


def test_nothing_is_written_over_a_file(embedded: Instance, tmp_path: Path) -> None:
    (tmp_path / "monday.backup").write_text("mine")
    assert "is there already" in embedded.refusal("backup", str(tmp_path / "monday.backup"))
    assert (tmp_path / "monday.backup").read_text() == "mine"
    assert "No such file or directory" in embedded.refusal("backup", str(tmp_path / "nowhere" / "monday.backup"))


def test_what_is_no_backup_is_not_put_back(embedded: Instance, tmp_path: Path) -> None:
    embedded.new_key("before")
    (tmp_path / "text").write_text("no backup")
    (tmp_path / "dump").write_bytes(b"PGDMP\x01\x0e")
    with closing(sqlite3.connect(tmp_path / "other")) as other, other:
        other.execute("CREATE TABLE something (id int)")
    assert "cannot be read" in embedded.refusal("restore", str(tmp_path / "missing"))
    assert "is no backup" in embedded.refusal("restore", str(tmp_path / "text"))
    assert "of PostgreSQL" in embedded.refusal("restore", str(tmp_path / "dump"))
    assert "is no backup of this product" in embedded.refusal("restore", str(tmp_path / "other"))
    assert embedded.pipelines() == {"before"}


def test_a_damaged_database_is_replaced_and_kept(embedded: Instance, tmp_path: Path) -> None:
    embedded.new_key("before")
    backup = written(embedded, tmp_path / "monday.backup")
    embedded.database.write_bytes(b"no database any more")
    assert "cannot copy" in embedded.refusal("backup", str(tmp_path / "tuesday.backup"))
    said = json.loads(embedded.must("restore", str(backup), "--json"))
    assert embedded.pipelines() == {"before"}
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
