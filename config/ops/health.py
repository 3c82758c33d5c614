"""Is this process alive (`/healthz`), and can it serve (`/readyz`)? How the whole installation does is `/status`.

Ready means asked, not assumed. What failed is named by its kind only: an error's text may hold an address with a
password. What is away elsewhere, the broker, a worker or the judge, takes no web process out of a load balancer: people
are needed just then, and what is submitted is stored.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from shutil import disk_usage

from django.db import connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe

LOW_DISK_BYTES = 256 * 1000 * 1000
"""Room for some thousands of attempts: time to free some."""


class NotReady(Exception):
    """A part cannot do its work; the message is fit for the answer."""


@require_safe
def healthz(_request: HttpRequest) -> JsonResponse:
    """The process answers. Asks nothing else, so that an orchestrator does not kill it for its database's sake."""
    return JsonResponse({"status": "ok"})


@require_safe
def readyz(_request: HttpRequest) -> JsonResponse:
    """200 when this process can serve requests, else 503; each part says `ok` or what is wrong."""
    parts = {"database": state_of(ask_database)}
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
    """Only `/status` asks it: without room for more, pages and answers are as before, and a submission gets a 503 that
    says so."""
    free = disk_usage(folder).free
    if free < low:
        raise NotReady(f"{free // 1_000_000:,} MB are left on the disk of the database")


def ask_database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
