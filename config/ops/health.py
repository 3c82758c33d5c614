"""Whether this process is alive (`/healthz`) and can serve (`/readyz`). `/status` reports on the whole installation.

`/readyz` queries the database at each call. A failure is reported by exception type only, because its text may contain
a password. Broker, workers and judge do not matter: without them the pages still work and submissions are stored, so a
load balancer should keep the process.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from shutil import disk_usage

from django.db import connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe

from config.ops.schema import missing_migrations

LOW_DISK_BYTES = 256 * 1000 * 1000
"""Space for some thousands of attempts, so there is time to free more."""


class NotReady(Exception):
    """A part does not work; the message may be shown in the response."""


@require_safe
def healthz(_request: HttpRequest) -> JsonResponse:
    """Always 200. Checks nothing else, so that an orchestrator does not restart the process because of its database."""
    return JsonResponse({"status": "ok"})


@require_safe
def readyz(_request: HttpRequest) -> JsonResponse:
    """200 if this process can serve requests, else 503, with the state of each part."""
    parts = {"database": state_of(ask_schema)}
    ready = all(state == "ok" for state in parts.values())
    return JsonResponse({"status": "ok" if ready else "not ready", "parts": parts}, status=200 if ready else 503)


def state_of(ask: Callable[[], None]) -> str:
    try:
        ask()
    except NotReady as reason:
        return str(reason)
    except Exception as error:
        return f"not reachable ({type(error).__name__})"
    return "ok"


def ask_disk(folder: Path, low: int = LOW_DISK_BYTES) -> None:
    """Raises NotReady if the disk is nearly full. Used by `/status` only: on a full disk pages still work, and a
    submission gets a 503 that says so."""
    free = disk_usage(folder).free
    if free < low:
        raise NotReady(f"{free // 1_000_000:,} MB are left on the disk of the database")


def ask_database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


_schema_is_current = False


def ask_schema() -> None:
    """That the tables are those of this version is looked at until it is so: a process that serves goes on while the
    next version migrates."""
    global _schema_is_current  # noqa: PLW0603  it never turns back
    ask_database()
    if not _schema_is_current and missing_migrations():
        raise NotReady("of an older version, or not set up; run manage.py migrate")
    _schema_is_current = True
