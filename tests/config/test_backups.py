"""A backup is taken while everything runs, and loaded into an empty database; nothing is overwritten."""

from __future__ import annotations

import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from config import databases
from config.ops import backups
from config.ops.schema import unknown_migrations
from tests import factories
from tests.config.serving import attempted, manage, migrated, readable_by_others
from tests.servers import postgresql_binaries
from tests.shell import run, run_json
from validation.domain.event import EventType
from validation.models import AuditEvent, Event, FeedSequence, SignInLink, Turn
from validation.platform.events.events import emit, number_events


@pytest.fixture
def written(tmp_path: Path) -> Iterator[Path]:
    """A data folder whose newest row stands in the write-ahead log alone, as long as somebody works on it."""
    var = migrated(tmp_path / "var")
    with closing(sqlite3.connect(var / "countersign.sqlite3")) as at_work:
        at_work.execute("PRAGMA wal_autocheckpoint=0")
        at_work.execute("UPDATE validation_feedsequence SET last = 7")
        at_work.execute("INSERT OR IGNORE INTO validation_feedsequence (id, last) VALUES (1, 7)")
        at_work.commit()
        yield var


def feed_place(database: Path) -> int:
    with closing(sqlite3.connect(database)) as opened:
        return int(opened.execute("SELECT last FROM validation_feedsequence").fetchone()[0])


def test_what_only_the_write_ahead_log_holds_is_in_the_backup_and_comes_back(written: Path, tmp_path: Path) -> None:
    copy, fresh = tmp_path / "desk.backup", tmp_path / "fresh"
    manage(written, "backup", str(copy))
    assert feed_place(copy) == 7
    assert readable_by_others(copy) == []
    manage(fresh, "restore", str(copy))
    assert feed_place(fresh / "countersign.sqlite3") == 7 + backups.SKIPPED_POSITIONS
    assert readable_by_others(fresh) == []


def copied(source: Path, file: Path) -> Path:
    backups.back_up(file, databases.sqlite(source / "countersign.sqlite3"))
    return file


def test_a_backup_overwrites_no_file_and_leaves_nothing_beside_it(written: Path, tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    file = copied(written, folder / "desk")
    with pytest.raises(backups.BackupError, match="is there already"):
        copied(written, file)
    assert list(folder.iterdir()) == [file]
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_folder_that_is_missing_is_named(written: Path, tmp_path: Path) -> None:
    with pytest.raises(backups.BackupError, match="cannot be written: No such file"):
        copied(written, tmp_path / "nowhere" / "desk")


@pytest.mark.parametrize("content", [b"", b"no database at all, but a text of some length" * 40])
def test_a_file_that_is_no_backup_is_refused_before_anything_is_written(content: bytes, tmp_path: Path) -> None:
    file, target = tmp_path / "file", tmp_path / "empty.sqlite3"
    file.write_bytes(content)
    with pytest.raises(backups.BackupError, match="is no backup"):
        backups.load(file, databases.sqlite(target))
    assert not target.exists()


NEWER = "INSERT INTO django_migrations (app, name, applied) VALUES ('validation', '0999_later', '2026-01-01')"


def test_a_backup_of_a_newer_version_is_refused_before_anything_is_loaded(written: Path, tmp_path: Path) -> None:
    file, fresh = copied(written, tmp_path / "desk.backup"), tmp_path / "fresh"
    with closing(sqlite3.connect(file)) as newer:
        newer.execute(NEWER)
        newer.commit()
    done = attempted(fresh, "restore", str(file))
    assert (done.returncode, "newer version (validation.0999_later)" in done.stderr) == (2, True)
    with closing(sqlite3.connect(fresh / "countersign.sqlite3")) as database:
        assert database.execute("SELECT name FROM sqlite_master").fetchall() == []


@pytest.mark.django_db
def test_a_database_that_holds_something_is_not_loaded_over(tmp_path: Path, capsys: Any) -> None:
    file = tmp_path / "any"
    file.write_bytes(b"x")
    assert run("restore", str(file)) == (2, "")
    assert "holds tables already" in capsys.readouterr().err


@pytest.mark.django_db
@pytest.mark.parametrize("arguments", [[], ["file", "--loaded"]])
def test_either_a_file_or_loaded_is_named(arguments: list[str], capsys: Any) -> None:
    assert run("restore", *arguments) == (2, "")
    assert "--loaded" in capsys.readouterr().err


@pytest.mark.django_db
def test_after_a_restore_no_place_in_the_feed_is_given_again_that_was_given_after_the_backup() -> None:
    emit(type=EventType.POLICY_PUBLISHED, subject_kind="policy", subject_id="1", pipeline=None, now=timezone.now())
    number_events()
    before = FeedSequence.objects.get().last
    assert run_json("restore", "--loaded")[0] == 0
    emit(type=EventType.POLICY_PUBLISHED, subject_kind="policy", subject_id="1", pipeline=None, now=timezone.now())
    number_events()
    assert (
        Event.objects.order_by("pk").values_list("position", flat=True).last() == before + backups.SKIPPED_POSITIONS + 1
    )


@pytest.mark.django_db
def test_after_a_restore_nobody_is_signed_in_and_no_old_link_signs_in() -> None:
    user, now = factories.person("mara"), timezone.now()
    Session.objects.create(session_key="s", session_data="", expire_date=now)
    SignInLink.objects.create(hash="h", user=user, created_at=now, expires_at=now)
    _, told = run_json("restore", "--loaded")
    assert (Session.objects.count(), SignInLink.objects.count()) == (0, 0)
    assert AuditEvent.objects.filter(verb="backup.restored").exists()
    assert told["held"]["turns"] == Turn.objects.count()


@pytest.mark.django_db
def test_a_loaded_database_of_a_newer_version_is_refused_as_it_is(capsys: Any) -> None:
    assert unknown_migrations() == []
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('validation', '0099_later', %s)",
            [timezone.now()],
        )
    assert unknown_migrations() == ["validation.0099_later"]
    assert run("restore", "--loaded") == (2, "")
    refusal = capsys.readouterr().err
    assert "loaded already" in refusal
    assert "newer version (validation.0099_later)" in refusal
    assert not AuditEvent.objects.filter(verb="backup.restored").exists()


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_postgresql_is_dumped_and_loaded_by_its_own_programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if not (postgresql_binaries() / "pg_restore").exists():
        pytest.skip("these binaries lack pg_dump")
    monkeypatch.setenv("PATH", str(postgresql_binaries()))
    turn, file, here = factories.turn(), tmp_path / "desk.dump", connection.settings_dict
    backups.back_up(file, here)
    recorded = set(MigrationRecorder.Migration.objects.values_list("app", "name"))
    assert backups.read_migrations(file, here) == recorded
    with connection.cursor() as cursor:
        cursor.execute("CREATE DATABASE loaded")
    try:
        backups.load(file, {**here, "NAME": "loaded"})
        with psycopg.connect(host=here["HOST"], port=here["PORT"], user=here["USER"], dbname="loaded") as loaded:
            found = loaded.execute("SELECT turn_id FROM validation_turn").fetchall()
    finally:
        with connection.cursor() as cursor:
            cursor.execute("DROP DATABASE loaded WITH (FORCE)")
    assert found == [(turn.turn_id,)]
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


@pytest.mark.postgres
def test_without_the_programs_of_postgresql_the_way_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(backups.BackupError, match="pg_dump is not on this machine"):
        backups.back_up(tmp_path / "desk", connection.settings_dict)
    assert list(tmp_path.iterdir()) == []
