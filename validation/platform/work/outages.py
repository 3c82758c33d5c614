"""Writes that outlast what goes wrong: a database that is away for a moment, one row among many that breaks."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable
from time import monotonic, sleep
from typing import Any, TypeVar

from django.db import Error, InterfaceError, OperationalError, close_old_connections
from django.db.models import QuerySet

T = TypeVar("T")
AT_ONCE = 200
"""Rows of one tick; the next one goes on."""
PAUSE_S = 0.5
_POSTGRESQL_DISK_FULL = "53100"

logger = logging.getLogger(__name__)


def is_away(error: BaseException | None) -> bool:
    """Whether trying again can help. SQLite's plain error is a statement that it does not understand: our mistake."""
    if not isinstance(error, OperationalError | InterfaceError):
        return False
    return getattr(error.__cause__, "sqlite_errorcode", None) != sqlite3.SQLITE_ERROR


def is_disk_full(error: BaseException | None) -> bool:
    """Of an error that `is_away`: SQLite's code for it, or PostgreSQL's."""
    cause = error.__cause__ if error else None
    return getattr(cause, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL or (
        getattr(cause, "sqlstate", None) == _POSTGRESQL_DISK_FULL
    )


def retry_while_unavailable(write: Callable[[], T], *, seconds: float) -> T:
    """What `write` gives, called again while the database is away, for so many seconds at most; then raises what it
    raised. A judging that is done has been paid for. When a commit was cut off nobody knows whether it came through,
    so `write` has to see that itself."""
    until = monotonic() + seconds
    while True:
        try:
            return write()
        except Error as error:
            if not is_away(error) or monotonic() + PAUSE_S > until:
                raise
            logger.warning("database away, trying again to record", extra={"error": str(error)})
            close_old_connections()
            sleep(PAUSE_S)


def one_by_one(write: Callable[[Any], T | None], rows: QuerySet[Any]) -> list[T]:
    """What `write` gives for the key of each, None left out, of AT_ONCE at most. One that breaks is logged and keeps no
    other from its turn; its own comes again with the next tick. Raises while the database is away."""
    done = []
    for key in rows.values_list("pk", flat=True)[:AT_ONCE]:
        try:
            given = write(key)
        except Exception as error:
            if is_away(error):
                raise
            logger.exception("not carried out, the rest goes on", extra={"key": str(key)})
            continue
        if given is not None:
            done.append(given)
    return done
