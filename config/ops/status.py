"""`/status`: the state of each part of the installation, for signed-in users and for keys with `read`."""

from __future__ import annotations

import platform
from functools import cache
from pathlib import Path
from typing import Any

import django
import httpx
from django.conf import settings
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from config.ops.health import NotReady, ask_database, ask_disk, state_of
from validation.domain.codes.problems import ProblemCode
from validation.domain.errors import NotAllowed, TooMany
from validation.platform.http.auth import read
from validation.platform.http.problems import answer, answer_error, problem_of
from validation.platform.pages.access import viewer_page
from validation.platform.pages.settings_page import show_settings
from validation.platform.permissions import Role, can
from validation.platform.processes import SCHEDULE, Circuits, QueueState, circuits, queue_states
from validation.platform.work.leased_work import broker_connection, queue_length

ANSWERS_WITHIN_S = 3.0
REFUSES = "it answers, but refuses commands; look at its memory and whether it is read-only"


@require_safe
def status(request: HttpRequest) -> HttpResponse:
    """Always 200 for authorized callers. `status` is `ok` if every part and queue is. Browsers are redirected to the
    status page; others get JSON."""
    if request.get_preferred_type(["application/json", "text/html"]) == "text/html":
        return HttpResponseRedirect(reverse("status_page"))
    return _refusal(request) or JsonResponse(_report())


@viewer_page
def status_page(request: HttpRequest) -> HttpResponse:
    return show_settings(request, "platform/settings/status.html", {"report": _report()})


def _refusal(request: HttpRequest) -> HttpResponse | None:
    if can(request.user, Role.VIEWER):
        return None
    try:
        if read(request):
            return None
    except (NotAllowed, TooMany) as refused:
        return answer_error(refused)
    refusal = ProblemCode.KEY_INVALID.error("status")
    return answer(problem_of(refusal), headers={"WWW-Authenticate": "Bearer"})


def _report() -> dict[str, Any]:
    now = timezone.now()
    parts = {"database": state_of(ask_database), "broker": state_of(_ask_broker), "judge": state_of(_ask_judge)}
    if connection.vendor == "sqlite":
        parts["disk"] = state_of(lambda: ask_disk(Path(connection.settings_dict["NAME"]).parent))
    known = parts["database"] == "ok"
    breakers = circuits(now) if known else Circuits(())
    if parts["judge"] == "ok" and breakers.all_open:
        parts["judge"] = "the circuit is open in every process that asks the judge"
    broker = parts["broker"] == "ok"
    queues = [_queue(state, broker) for state in queue_states(now)] if known else []
    if broker and any(queue["messages"] is None for queue in queues if queue["queue"] != SCHEDULE):
        parts["broker"] = REFUSES
    fine = all(state == "ok" for state in [*parts.values(), *(queue["state"] for queue in queues)])
    return {
        "status": "ok" if fine else "degraded",
        "parts": parts,
        "queues": queues,
        "circuits": [
            {"process": one.process, "circuit": one.circuit, "since": one.since, "failures": one.failures}
            for one in breakers.processes
        ],  # without the last fault: its text may hold an address
        "versions": {**versions(), "migration": _last_migration() if known else None},
    }


def _queue(state: QueueState, broker: bool) -> dict[str, Any]:
    verdict = "ok" if state.is_served else "no worker takes from this queue"
    if state.queue == SCHEDULE:
        verdict = "ok" if state.is_served else "the beat, or the worker of housekeeping, is away"
    return {
        "queue": state.queue,
        "state": verdict,
        "messages": queue_length(state.queue) if broker and state.queue != SCHEDULE else None,
        "workers": [
            {"process": one.process, "since": one.since, "seen_at": one.at, "silent": state.is_silent(one)}
            for one in state.workers
        ],
    }


@cache
def versions() -> dict[str, str]:
    return {
        "countersign": settings.COUNTERSIGN_VERSION,
        "python": platform.python_version(),
        "django": django.get_version(),
        "database": connection.vendor,
    }


def _last_migration() -> str | None:
    applied = MigrationRecorder.Migration.objects.filter(app="validation").order_by("-name")
    return applied.values_list("name", flat=True).first()


def _ask_broker() -> None:
    with broker_connection():
        pass


def _ask_judge() -> None:
    """Lists the models of the LLM; the embedded judge needs no check."""
    if settings.COUNTERSIGN_JUDGE == "embedded":
        return
    base = settings.COUNTERSIGN_VLLM_URL.rstrip("/").removesuffix("/v1")
    key = settings.COUNTERSIGN_VLLM_API_KEY
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    served = httpx.get(f"{base}/v1/models", headers=headers, timeout=ANSWERS_WITHIN_S)
    if served.status_code != httpx.codes.OK:
        raise NotReady(f"the judge answered {served.status_code}")
