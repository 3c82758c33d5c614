"""The whole database in one file, taken while everything runs, and back into an empty database.

A copy of SQLite's file alone lacks what its write-ahead log holds, which may be everything of the last hours, and looks
whole; SQLite's own backup reads both. PostgreSQL is dumped and loaded by its own programs.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Mapping
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any

from django.contrib.sessions.models import Session
from django.db import transaction

from validation.models import SignInLink
from validation.platform import audit
from validation.platform.events.events import skip_places

OWNER_ONLY = 0o600
LEAP = 10_000_000
"""More places in the event feed than are given between a backup and its restore."""


class Unusable(Exception):
    """Why a backup cannot be made or loaded; the message is fit for an operator."""


def back_up(file: Path, database: Mapping[str, Any]) -> None:
    """Makes the file, for its owner only, whole or not at all. `database` is an entry of DATABASES. Raises Unusable."""
    if file.exists():
        raise Unusable(f"{file} is there already; name another file.")
    part = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY))
        if _is_sqlite(database):
            _copy_sqlite(Path(database["NAME"]), part)
        else:
            _run("pg_dump", database, "--format=custom", "--no-owner", "--no-privileges", f"--file={part}")
        part.replace(file)
    except OSError as error:
        raise Unusable(f"{file} cannot be written: {error.strerror}.") from error
    except sqlite3.Error as error:
        raise Unusable(f"{database['NAME']} cannot be copied: {error}.") from error
    finally:
        part.unlink(missing_ok=True)


def load(file: Path, database: Mapping[str, Any]) -> None:
    """Into a database that is empty; the caller has seen to that. Raises Unusable."""
    if not file.is_file():
        raise Unusable(f"There is no file {file}.")
    if _is_sqlite(database):
        _load_sqlite(file, Path(database["NAME"]))
    else:
        options = ("--no-owner", "--no-privileges", "--exit-on-error", "--single-transaction")
        _run("pg_restore", database, *options, f"--dbname={database['NAME']}", str(file))


@transaction.atomic
def begin_anew(*, by: str, now: datetime) -> None:
    """What has to follow a restore. The feed goes on beyond every place that was given after the backup: readers ask
    for what comes after a place they have seen, and receivers ignore the ids of deliveries that they know. Nobody who
    signed out since is signed in again, and no link that was used since works once more."""
    skip_places(LEAP)
    Session.objects.all().delete()
    SignInLink.objects.all().delete()
    audit.record(by=by, verb="backup.restored", subject="instance:all", now=now)


def _is_sqlite(database: Mapping[str, Any]) -> bool:
    return bool(database["ENGINE"] == "config.sqlite")


def _copy_sqlite(source: Path, target: Path) -> None:
    with closing(sqlite3.connect(source)) as live, closing(sqlite3.connect(target)) as copy:
        live.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")  # one file, with no log beside it


def _load_sqlite(file: Path, target: Path) -> None:
    try:
        with closing(sqlite3.connect(file)) as copy:
            whole = copy.execute("PRAGMA quick_check(1)").fetchone()[0]
            copy.execute("SELECT 1 FROM django_migrations LIMIT 1")
            if whole != "ok":
                raise Unusable(f"{file} is damaged: {whole}.")
            with closing(sqlite3.connect(target)) as database:
                copy.backup(database)
    except sqlite3.Error as error:
        raise Unusable(f"{file} is no backup of a SQLite database: {error}.") from error


def _run(program: str, database: Mapping[str, Any], *arguments: str) -> None:
    found = shutil.which(program)
    if found is None:
        raise Unusable(
            f"{program} is not on this machine. Install PostgreSQL's client programs, as new as its server, or run "
            "them where the server is: docs/operating.md, Backups."
        )
    names = {"HOST": "PGHOST", "PORT": "PGPORT", "USER": "PGUSER", "PASSWORD": "PGPASSWORD", "NAME": "PGDATABASE"}
    given = {variable: str(database[name]) for name, variable in names.items() if database.get(name)}
    command = [found, *arguments]
    done = subprocess.run(command, env=os.environ | given, capture_output=True, text=True, check=False)  # noqa: S603 - PostgreSQL's own
    if done.returncode:
        raise Unusable(f"{program}: {' '.join(done.stderr.split())[-500:]}")
