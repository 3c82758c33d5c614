"""Is this process alive (`/healthz`), and can the whole installation do its work (`/readyz`)?

Ready means asked, not assumed: the database answers, the broker answers, a worker was seen lately, the judge answers.
What failed is named by its kind only: an error's text may hold an address with a password.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import httpx
from django.conf import settings
from django.db import connection
from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from config.celery import app as celery_app
from validation.models import Heartbeat
from validation.platform.circuits.state import Circuits, circuits

ANSWERS_WITHIN_S = 3.0
WORKER_SILENT = timedelta(seconds=60)


class NotReady(Exception):
    """A part cannot do its work; the message is fit for the answer."""


@require_safe
def healthz(_request: HttpRequest) -> JsonResponse:
    """The process answers. Asks nothing else, so that an orchestrator does not kill it for its database's sake."""
    return JsonResponse({"status": "ok"})


@require_safe
def readyz(_request: HttpRequest) -> JsonResponse:
    """200 when every part is ready, else 503; each part says `ok` or what is wrong. `circuits` tells the circuit
    breaker of each process that asks an LLM."""
    parts: dict[str, str] = {}
    for name, ask in PARTS.items():
        away = name in NEED_DATABASE and parts["database"] != "ok"
        parts[name] = "not known while the database is away" if away else _state_of(ask)
    told = circuits(timezone.now()) if parts["database"] == "ok" else Circuits(())
    if parts["judge"] == "ok" and told.all_open:
        parts["judge"] = "the circuit is open in every process that asks the judge"
    ready = all(state == "ok" for state in parts.values())
    answer = {"status": "ok" if ready else "not ready", "parts": parts, "circuits": _told(told)}
    return JsonResponse(answer, status=200 if ready else 503)


def _told(circuits: Circuits) -> list[dict[str, Any]]:
    """Without the last fault: its text may hold an address."""
    return [
        {"process": f"{one.role}@{one.place}", "circuit": one.circuit, "since": one.since, "failures": one.failures}
        for one in circuits.processes
    ]


def _state_of(ask: Callable[[], None]) -> str:
    try:
        ask()
    except NotReady as reason:
        return str(reason)
    except Exception as error:
        return f"not reachable ({type(error).__name__})"
    return "ok"


def _database() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")


def _broker() -> None:
    with celery_app.connection_for_write() as broker:
        broker.ensure_connection(max_retries=1, timeout=ANSWERS_WITHIN_S)


def _worker() -> None:
    last = Heartbeat.objects.order_by("-at").values_list("at", flat=True).first()
    if last is None:
        raise NotReady("no worker has been seen yet")
    if timezone.now() - last > WORKER_SILENT:
        raise NotReady(f"no worker was seen since {last:%Y-%m-%dT%H:%M:%SZ}")


def _judge() -> None:
    """The embedded judge is part of the process; an LLM is asked which models it serves."""
    if settings.COUNTERSIGN_JUDGE == "embedded":
        return
    base = settings.COUNTERSIGN_VLLM_URL.rstrip("/").removesuffix("/v1")
    key = settings.COUNTERSIGN_VLLM_API_KEY
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    answer = httpx.get(f"{base}/v1/models", headers=headers, timeout=ANSWERS_WITHIN_S)
    if answer.status_code != httpx.codes.OK:
        raise NotReady(f"the judge answered {answer.status_code}")


PARTS: dict[str, Callable[[], None]] = {
    "database": _database,
    "broker": _broker,
    "worker": _worker,
    "judge": _judge,
}
NEED_DATABASE = ("worker",)
