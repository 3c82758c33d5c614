"""Writes that survive a database that is down for a moment, or a single row that fails among many."""

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
"""Most rows of one tick; the next tick continues."""
PAUSE_S = 0.5
_POSTGRESQL_DISK_FULL = "53100"

logger = logging.getLogger(__name__)


def is_unavailable(error: BaseException | None) -> bool:
    """Whether the database is down or busy, so that a retry can help. SQLITE_ERROR is a bad statement: our bug."""
    if not isinstance(error, OperationalError | InterfaceError):
        return False
    return getattr(error.__cause__, "sqlite_errorcode", None) != sqlite3.SQLITE_ERROR


def is_disk_full(error: BaseException | None) -> bool:
    """For an error that `is_unavailable`: whether the disk of the database is full."""
    cause = error.__cause__ if error else None
    return getattr(cause, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL or (
        getattr(cause, "sqlstate", None) == _POSTGRESQL_DISK_FULL
    )


def retry_while_unavailable(write: Callable[[], T], *, seconds: float) -> T:
    """The result of `write`, which is retried for up to `seconds` while the database is down. A commit that was cut
    off may have succeeded, so `write` must be idempotent."""
    until = monotonic() + seconds
    while True:
        try:
            return write()
        except Error as error:
            if not is_unavailable(error) or monotonic() + PAUSE_S > until:
                raise
            logger.warning("database away, trying again to record", extra={"error": str(error)})
            close_old_connections()
            sleep(PAUSE_S)


def one_by_one(write: Callable[[Any], T | None], rows: QuerySet[Any]) -> list[T]:
    """The results of `write` for each key, without None, for at most AT_ONCE rows. A row that fails is logged and
    retried with the next tick; the others go on. Raises if the database is down."""
    done = []
    for key in rows.values_list("pk", flat=True)[:AT_ONCE]:
        try:
            given = write(key)
        except Exception as error:
            if is_unavailable(error):
                raise
            logger.exception("not carried out, the rest goes on", extra={"key": str(key)})
            continue
        if given is not None:
            done.append(given)
    return done
