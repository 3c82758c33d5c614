"""Checks and records preflights, and keeps the registry of active sessions (spec 4).

The gate itself is pure, and timed without storing. A unique key decides which of two preflights with the same session
id came first, for any number of processes.
"""

from __future__ import annotations

import hashlib
import json
import uuid
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import IntegrityError, transaction

from validation.domain.policy import OrchestrationPolicy
from validation.models import ActiveSession, Pipeline, Preflight, PreflightError, PreflightText, TodoSnapshot
from validation.orchestration.actions.received import ReceivedCall, error_columns, timed
from validation.orchestration.gate import gate
from validation.orchestration.gate.checks import check_delegation
from validation.orchestration.gate.request import PreflightRequest, read_request
from validation.orchestration.gate.result import PreflightResult
from validation.orchestration.queries.orchestration import has_ended, session_is_active


@dataclass(frozen=True, slots=True)
class TimedPreflight:
    """Times in milliseconds; spec 4 limits the two parts separately from the total."""

    request: PreflightRequest
    result: PreflightResult
    elapsed_ms: float
    delegation_ms: float
    arguments_ms: float


def check_preflight(
    request: PreflightRequest, *, limits: OrchestrationPolicy, is_active: Callable[[str], bool]
) -> TimedPreflight:
    """Runs the gate; stores nothing. The parts are run again to be timed, since the gate returns only the total; the
    registry lookup counts as delegation."""
    asked: list[float] = []

    def ask(session_id: str) -> bool:
        active, spent = timed(lambda: is_active(session_id))
        asked.append(spent)
        return active

    result, elapsed = timed(lambda: gate.preflight(request, limits=limits, active_sessions_check=ask))
    return TimedPreflight(
        request=request,
        result=result,
        elapsed_ms=elapsed,
        delegation_ms=timed(lambda: check_delegation(request, limits))[1] + sum(asked),
        arguments_ms=timed(lambda: gate.check_request_arguments(request))[1],
    )


def take_preflight(received: ReceivedCall, document: dict[str, Any]) -> Preflight:
    """Checks a preflight from its JSON document and records it. Raises InputRejected if it is malformed, and Conflict
    `idempotency_conflict`."""
    checked = check_preflight(
        read_request(document),
        limits=received.policy.read().orchestration,
        is_active=lambda session_id: session_is_active(received.pipeline, session_id, received.now),
    )
    return record_preflight(received, document, checked)


@transaction.atomic
def record_preflight(received: ReceivedCall, document: dict[str, Any], checked: TimedPreflight) -> Preflight:
    """Stores the preflight and, if allowed, registers its session; equal TODO.md texts are stored once. If another
    preflight has registered the session id in the meantime, this one is refused. A repeat with the same idempotency key
    returns the first record."""
    known = received.known("preflight")
    if known is not None:
        return Preflight.objects.get(pk=known)
    request, key = checked.request, received.new_id
    result = _registered(received, checked, key)
    record = Preflight.objects.create(
        id=key,
        session_id=request.session_id or "",
        command=request.command[:200],
        task_number=_short(request.task_number),
        target=(request.target or "")[:200],
        allowed=result.allowed,
        delegation_ms=checked.delegation_ms,
        arguments_ms=checked.arguments_ms,
        elapsed_ms=checked.elapsed_ms,
        **received.columns(),
    )
    PreflightText.objects.create(
        preflight=record,
        request={name: value for name, value in document.items() if name != "todo_md"},
        task=asdict(result.task) if result.task else None,
        todo_id=None if request.todo_md is None else _snapshot(request.todo_md),
    )
    errors = [PreflightError(preflight=record, **error_columns(error)) for error in result.errors]
    PreflightError.objects.bulk_create(errors)
    received.audit("preflight", record.pk, passed=result.allowed, errors=result.errors)
    return record


def _registered(received: ReceivedCall, checked: TimedPreflight, key: uuid.UUID) -> PreflightResult:
    """The result after registering an allowed session: refused if another preflight was faster."""
    request, limits = checked.request, received.policy.read().orchestration
    if not (checked.result.allowed and request.session_id):
        return checked.result
    until = received.now + timedelta(minutes=limits.session_minutes)
    if _register(received.pipeline, request.session_id, key, received.now, until):
        return checked.result
    return gate.preflight(request, limits=limits, active_sessions_check=lambda _: True)


def _register(pipeline: Pipeline, session_id: str, preflight: uuid.UUID, now: datetime, until: datetime) -> bool:
    """Returns False if the session is active. An expired one is replaced by a conditional update."""
    columns = {"preflight_id": preflight, "began_at": now, "expires_at": until}
    try:
        with transaction.atomic():
            ActiveSession.objects.create(pipeline=pipeline, session_id=session_id, **columns)
    except IntegrityError:
        over = ActiveSession.objects.filter(has_ended(now), pipeline=pipeline, session_id=session_id)
        return over.update(**columns) == 1
    return True


def _short(value: object) -> str:
    """The string form of a task number, for lists."""
    if value is None or isinstance(value, str):
        return (value or "")[:64]
    return json.dumps(value)[:64]


def _snapshot(todo_md: str) -> str:
    """Stores the TODO.md once per distinct text; returns its key."""
    key = hashlib.sha256(todo_md.encode()).hexdigest()
    if not TodoSnapshot.objects.filter(pk=key).exists():
        TodoSnapshot.objects.bulk_create([TodoSnapshot(hash=key, text=todo_md)], ignore_conflicts=True)
    return key


def forget_expired_sessions(*, now: datetime) -> int:
    """Deletes expired sessions, which block nothing; returns how many."""
    return ActiveSession.objects.filter(has_ended(now)).delete()[0]
