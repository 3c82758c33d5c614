"""Writes the whole database into one file while everything runs, and loads such a file into an empty database.

SQLite is copied by its own backup, which reads the write-ahead log too: a copy of the database file alone looks intact
and may lack the last hours. PostgreSQL is dumped and loaded by its own programs.
"""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

from django.contrib.sessions.models import Session
from django.db import transaction

from validation.models import SignInLink
from validation.platform import audit
from validation.platform.events.events import skip_positions

OWNER_ONLY = 0o600
SKIPPED_POSITIONS = 10_000_000
"""More feed positions than are assigned between a backup and its restore."""
_COPIED = re.compile(r"^COPY \S*django_migrations \((?P<columns>[^)]*)\) FROM stdin;\n(?P<rows>.*?)^\\\.$", re.M | re.S)
"""How pg_restore prints the rows of the table."""


class BackupError(Exception):
    """A backup cannot be written or loaded; the message tells the operator why."""


def back_up(file: Path, database: Mapping[str, Any]) -> None:
    """Writes a new file that only its owner can read, or nothing. `database` is an entry of DATABASES. Raises
    BackupError."""
    if file.exists():
        raise BackupError(f"{file} is there already; name another file.")
    part = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY))
        if _is_sqlite(database):
            _copy_sqlite(Path(database["NAME"]), part)
        else:
            _run("pg_dump", database, "--format=custom", "--no-owner", "--no-privileges", f"--file={part}")
        part.replace(file)
    except OSError as error:
        raise BackupError(f"{file} cannot be written: {error.strerror}.") from error
    except sqlite3.Error as error:
        raise BackupError(f"{database['NAME']} cannot be copied: {error}.") from error
    finally:
        part.unlink(missing_ok=True)


def read_migrations(file: Path, database: Mapping[str, Any]) -> set[tuple[str, str]]:
    """App and name of the migrations that a backup's database had, which say of which version it is. Reads the file
    only. Raises BackupError."""
    _check_is_there(file)
    if _is_sqlite(database):
        with _opened(file) as copy:
            return {(app, name) for app, name in copy.execute("SELECT app, name FROM django_migrations")}
    options = ("--data-only", "--table=django_migrations", "--file=-")
    found = _COPIED.search(_run("pg_restore", database, *options, str(file)))
    if found is None:
        raise BackupError(f"{file} is no backup: it holds no table django_migrations.")
    columns = found["columns"].split(", ")
    rows = [dict(zip(columns, line.split("\t"), strict=True)) for line in found["rows"].splitlines()]
    return {(row["app"], row["name"]) for row in rows}


def load(file: Path, database: Mapping[str, Any]) -> None:
    """Loads a backup into a database, which the caller has checked to be empty. Raises BackupError."""
    _check_is_there(file)
    if _is_sqlite(database):
        _load_sqlite(file, Path(database["NAME"]))
    else:
        options = ("--no-owner", "--no-privileges", "--exit-on-error", "--single-transaction")
        _run("pg_restore", database, *options, f"--dbname={database['NAME']}", str(file))


@transaction.atomic
def finish_restore(*, by: str, now: datetime) -> None:
    """The last step of a restore. The feed continues beyond every position assigned after the backup, because readers
    continue from a position and webhook receivers ignore known ids. Deletes sessions and sign-in links, so that those
    ended or used since do not work again."""
    skip_positions(SKIPPED_POSITIONS)
    Session.objects.all().delete()
    SignInLink.objects.all().delete()
    audit.record(by=by, verb="backup.restored", subject="instance:all", now=now)


def _is_sqlite(database: Mapping[str, Any]) -> bool:
    return bool(database["ENGINE"] == "config.sqlite")


def _copy_sqlite(source: Path, target: Path) -> None:
    with closing(sqlite3.connect(source)) as live, closing(sqlite3.connect(target)) as copy:
        live.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")  # one file, with no log beside it


def _check_is_there(file: Path) -> None:
    if not file.is_file():
        raise BackupError(f"There is no file {file}.")


@contextmanager
def _opened(file: Path) -> Iterator[sqlite3.Connection]:
    try:
        with closing(sqlite3.connect(file)) as copy:
            yield copy
    except sqlite3.Error as error:
        raise BackupError(f"{file} is no backup of a SQLite database: {error}.") from error


def _load_sqlite(file: Path, target: Path) -> None:
    with _opened(file) as copy:
        whole = copy.execute("PRAGMA quick_check(1)").fetchone()[0]
        copy.execute("SELECT 1 FROM django_migrations LIMIT 1")
        if whole != "ok":
            raise BackupError(f"{file} is damaged: {whole}.")
        with closing(sqlite3.connect(target)) as database:
            copy.backup(database)


def libpq_environment(database: Mapping[str, Any]) -> dict[str, str]:
    """The variables by which PostgreSQL's own programs reach the database, and check its certificate as Django does."""
    names = {"HOST": "PGHOST", "PORT": "PGPORT", "USER": "PGUSER", "PASSWORD": "PGPASSWORD", "NAME": "PGDATABASE"}
    reached = {variable: str(database[name]) for name, variable in names.items() if database.get(name)}
    texts = {name: value for name, value in database.get("OPTIONS", {}).items() if isinstance(value, str)}
    return reached | {f"PG{name.replace('_', '').upper()}": value for name, value in texts.items()}


def _run(program: str, database: Mapping[str, Any], *arguments: str) -> str:
    """What it prints."""
    found = shutil.which(program)
    if found is None:
        raise BackupError(
            f"{program} is not on this machine. Install PostgreSQL's client programs (docs/operating.md, Backups)."
        )
    given = libpq_environment(database)
    command = [found, *arguments]
    done = subprocess.run(command, env=os.environ | given, capture_output=True, text=True, check=False)  # noqa: S603 - PostgreSQL's own
    if done.returncode:
        raise BackupError(f"{program}: {' '.join(done.stderr.split())[-500:]}")
    return done.stdout
