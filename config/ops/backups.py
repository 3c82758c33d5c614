"""The database in one file: written while the instance works, put back while it does not (API.md, Shell).

SQLite copies itself page by page, PostgreSQL by its own pg_dump and pg_restore.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

import psycopg
from django.core.management import call_command
from django.db import connection, connections
from django.db.migrations.loader import MigrationLoader

_OWNER_ONLY = 0o600
_BEGINS = {"sqlite": b"SQLite format 3\0", "postgresql": b"PGDMP"}
_NAMES = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}
_OTHERS = (
    "SELECT count(*) FROM pg_stat_activity"
    " WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
)


class BackupError(Exception):
    """A sentence for the operator; nothing was changed."""


def back_up(file: Path) -> dict[str, Any]:
    """Writes a new file that only its owner reads. Raises BackupError, and leaves no part of a file behind."""
    if file.exists():
        raise BackupError(f"{file} is there already; name another file.")
    with _beside(file) as part:
        _COPY[connection.vendor](part)
    return {"file": str(file), "database": connection.vendor, "bytes": file.stat().st_size}


def restore(file: Path, *, replace: bool, now: datetime) -> dict[str, Any]:
    """Puts a backup in the place of the database, and brings it up to date with this version. `kept` is where the file
    of an SQLite database is that was replaced. Raises BackupError."""
    _check_kind(file)
    if later := _later_migrations(_APPLIED[connection.vendor](file)):
        raise BackupError(f"{file} was written by a later version, with {later[0]}. Upgrade first, then restore.")
    connections.close_all()
    kept = _PUT[connection.vendor](file, replace, now)
    call_command("migrate", interactive=False, verbosity=0)
    return {"file": str(file), "database": connection.vendor, "kept": kept}


def _check_kind(file: Path) -> None:
    try:
        with file.open("rb") as opened:
            begin = opened.read(16)
    except OSError as error:
        raise BackupError(f"{file} cannot be read: {error.strerror}.") from None
    kind = next((name for name, mark in _BEGINS.items() if begin.startswith(mark)), None)
    if kind is None:
        raise BackupError(f"{file} is no backup.")
    if kind != connection.vendor:
        raise BackupError(f"{file} is a backup of {_NAMES[kind]}; this instance works on {_NAMES[connection.vendor]}.")


@contextmanager
def _beside(file: Path) -> Iterator[Path]:
    """A private file that takes the place of `file` once it is whole."""
    part = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _OWNER_ONLY))
        yield part
        part.replace(file)
    except OSError as error:
        raise BackupError(f"{file} cannot be written: {error.strerror}.") from None
    finally:
        part.unlink(missing_ok=True)


def _later_migrations(applied: Iterable[Sequence[str]]) -> list[str]:
    """Those that this version does not have, by app and name."""
    loader = MigrationLoader(None)
    known = set(loader.disk_migrations).union(*(one.replaces for one in loader.disk_migrations.values()))
    return sorted(f"{app}.{name}" for app, name in applied if app in loader.migrated_apps and (app, name) not in known)


def _database() -> Path:
    return Path(connection.settings_dict["NAME"])


def _copy_sqlite(part: Path, source: Path | None = None) -> None:
    """As it is at one moment, whoever writes meanwhile. One file, without journals beside it."""
    try:
        with closing(_opened(source or _database())) as old, closing(sqlite3.connect(part)) as new:
            old.backup(new)
            new.execute("PRAGMA journal_mode=DELETE")
            (state,) = new.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.Error as error:
        raise BackupError(f"SQLite cannot copy {source or _database()}: {error}.") from None
    if state != "ok":
        raise BackupError(f"{source or _database()} is damaged: {state}.")


def _opened(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)


def _applied_in_sqlite(file: Path) -> Sequence[Any]:
    try:
        with closing(_opened(file)) as opened:
            return opened.execute("SELECT app, name FROM django_migrations").fetchall()
    except sqlite3.Error:
        raise BackupError(f"{file} is no backup of this product.") from None


def _put_sqlite(file: Path, _replace: bool, now: datetime) -> str | None:
    """The database that was there is moved aside as it is, with its journals: it may be damaged."""
    database = _database()
    kept = f"{database.name}.replaced-{now:%Y%m%dT%H%M%S}"
    has_data = database.exists() and database.stat().st_size > 0
    with _beside(database) as part:
        _copy_sqlite(part, file)
        for one in [*database.parent.glob(f"{database.name}-*"), *([database] if has_data else [])]:
            one.rename(database.with_name(kept + one.name.removeprefix(database.name)))
    return str(database.with_name(kept)) if has_data else None


def _copy_postgresql(part: Path) -> None:
    _run("pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--file={part}")


def _applied_in_postgresql(file: Path) -> Sequence[Any]:
    script = _run("pg_restore", "--data-only", "--table=django_migrations", "--file=-", str(file), named=False)
    lines = script.partition("FROM stdin;\n")[2].partition("\n\\.")[0].splitlines()
    if not lines:
        raise BackupError(f"{file} is no backup of this product.")
    return [line.split("\t")[1:3] for line in lines]


def _put_postgresql(file: Path, replace: bool, _now: datetime) -> None:
    """All or nothing. The database that was there is gone."""
    with psycopg.connect(**_address(), autocommit=True) as direct:
        (others,) = direct.execute(_OTHERS).fetchone() or (0,)
        if others:
            raise BackupError(f"Others are connected ({others}). Stop web, workers and beat, then restore.")
        holds = direct.execute("SELECT to_regclass('validation_pipeline') IS NOT NULL").fetchone()
        filled = holds and holds[0] and direct.execute("SELECT 1 FROM validation_pipeline LIMIT 1").fetchone()
    if filled and not replace:
        raise BackupError("The database holds data, which a restore takes away. Say --replace, or name an empty one.")
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "restore.sql"
        _run("pg_restore", "--no-owner", "--no-privileges", f"--file={script}", str(file), named=False)
        # First all that is there: tables that later migrations made would stand in their way.
        emptied = "--command=DROP SCHEMA public CASCADE; CREATE SCHEMA public"
        _run(
            "psql",
            "--quiet",
            "--no-psqlrc",
            "--set=ON_ERROR_STOP=1",
            "--single-transaction",
            emptied,
            f"--file={script}",
        )


def _address() -> dict[str, Any]:
    of = connection.settings_dict
    given = {"host": of["HOST"], "port": of["PORT"], "user": of["USER"], "password": of["PASSWORD"]}
    return {"dbname": of["NAME"], **{name: value for name, value in given.items() if value}}


def _run(program: str, *arguments: str, named: bool = True) -> str:
    """What one of PostgreSQL's own programs printed. They take the address from the environment, so that no list of
    processes shows the password."""
    found = shutil.which(program)
    if found is None:
        raise BackupError(f"{program} is not installed here. Install the client programs of your PostgreSQL.")
    address = _address()
    database = {"PGDATABASE": address["dbname"]} if named else {}
    named_as = {"host": "PGHOST", "port": "PGPORT", "user": "PGUSER", "password": "PGPASSWORD"}
    known = {variable: str(address[name]) for name, variable in named_as.items() if name in address}
    done = subprocess.run(  # noqa: S603 - a program of PostgreSQL, and arguments of our own
        [found, *arguments], env={**os.environ, **known, **database}, capture_output=True, text=True, check=False
    )
    if done.returncode:
        said = done.stderr.strip().splitlines()
        raise BackupError(f"{program} failed: {said[0] if said else f'exit code {done.returncode}'}")
    return done.stdout


_COPY = {"sqlite": _copy_sqlite, "postgresql": _copy_postgresql}
_APPLIED = {"sqlite": _applied_in_sqlite, "postgresql": _applied_in_postgresql}
_PUT = {"sqlite": _put_sqlite, "postgresql": _put_postgresql}
