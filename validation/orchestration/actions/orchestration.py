"""The orchestration gate at work: preflights, the registry of sessions under way, and returns (spec 4).

The gate itself is pure and timed apart from storing. Which of two preflights with one session id came first is decided
by a unique key, so that it holds for any number of processes.
"""

from __future__ import annotations

import hashlib
import json
import uuid
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from time import perf_counter
from typing import Any, TypeVar

from django.db import IntegrityError, transaction

from validation.domain.policy import OrchestrationPolicy
from validation.domain.text.storable import make_storable
from validation.models import (
    ActiveSession,
    Pipeline,
    Policy,
    Preflight,
    PreflightError,
    PreflightText,
    ReturnError,
    ReturnRecord,
    ReturnText,
    TodoSnapshot,
)
from validation.orchestration.gate import gate
from validation.orchestration.gate.profiles import Profile
from validation.orchestration.gate.request import PreflightRequest, read_request
from validation.orchestration.gate.result import GateError, PreflightResult, ReturnResult
from validation.orchestration.queries.orchestration import session_is_active
from validation.platform import audit

Result = TypeVar("Result")
_ARGUMENTS = ("command", "arguments", "schema")
_DELEGATION = ("delegation_depth", "delegation_path", "target")


@dataclass(frozen=True, slots=True)
class TimedPreflight:
    """Times in milliseconds; spec 4 limits the two parts apart from the whole."""

    request: PreflightRequest
    result: PreflightResult
    elapsed_ms: float
    delegation_ms: float
    arguments_ms: float


@dataclass(frozen=True, slots=True)
class ReturnSubmission:
    """`existing_artifacts` are paths relative to the root; None says that nobody looked."""

    raw: str
    expected_session_id: str
    profile: Profile
    existing_artifacts: tuple[str, ...] | None
    turn_id: str = ""


@dataclass(frozen=True, slots=True)
class TimedReturn:
    result: ReturnResult
    elapsed_ms: float


def check_preflight(
    request: PreflightRequest, *, limits: OrchestrationPolicy, is_active: Callable[[str], bool]
) -> TimedPreflight:
    """Stores nothing. The parts are timed on their own, since the whole answers as one; asking the registry counts as
    delegation."""
    asked: list[float] = []

    def ask(session_id: str) -> bool:
        active, spent = _timed(lambda: is_active(session_id))
        asked.append(spent)
        return active

    result, elapsed = _timed(lambda: gate.preflight(request, limits=limits, active_sessions_check=ask))
    return TimedPreflight(
        request=request,
        result=result,
        elapsed_ms=elapsed,
        delegation_ms=_part_ms(request, _DELEGATION, limits) + sum(asked),
        arguments_ms=_part_ms(request, _ARGUMENTS, limits),
    )


def _part_ms(request: PreflightRequest, fields: tuple[str, ...], limits: OrchestrationPolicy) -> float:
    part = PreflightRequest(**{name: getattr(request, name) for name in fields})
    return _timed(lambda: gate.preflight(part, limits=limits, active_sessions_check=lambda _: False))[1]


def _timed(work: Callable[[], Result]) -> tuple[Result, float]:
    started = perf_counter()
    result = work()
    return result, 1000 * (perf_counter() - started)


def take_preflight(
    *,
    pipeline: Pipeline,
    document: dict[str, Any],
    policy: Policy,
    by: str,
    now: datetime,
    turn_id: str = "",
    sample: bool = False,
) -> Preflight:
    """Checks a preflight as it was sent, and records it. Raises InputRejected for one that cannot be read."""
    timed = check_preflight(
        read_request(document),
        limits=policy.read().orchestration,
        is_active=lambda session_id: session_is_active(pipeline, session_id, now),
    )
    return record_preflight(
        pipeline=pipeline,
        document=document,
        timed=timed,
        policy=policy,
        by=by,
        now=now,
        turn_id=turn_id,
        sample=sample,
    )


@transaction.atomic
def record_preflight(
    *,
    pipeline: Pipeline,
    document: dict[str, Any],
    timed: TimedPreflight,
    policy: Policy,
    by: str,
    now: datetime,
    turn_id: str = "",
    sample: bool = False,
) -> Preflight:
    """Registers the session of an allowed preflight and stores it; the TODO.md of the `document` is kept once. One that
    loses the race for its session id is refused here, whatever `timed` says."""
    request, limits = timed.request, policy.read().orchestration
    key, result = uuid.uuid4(), timed.result
    if result.allowed and request.session_id:
        until = now + timedelta(minutes=limits.session_minutes)
        if not _register(pipeline, request.session_id, key, now, until):
            result = gate.preflight(request, limits=limits, active_sessions_check=lambda _: True)
    record = Preflight.objects.create(
        id=key,
        pipeline=pipeline,
        turn_id=turn_id,
        session_id=request.session_id or "",
        command=request.command[:200],
        task_number=_short(request.task_number),
        target=(request.target or "")[:200],
        allowed=result.allowed,
        delegation_ms=timed.delegation_ms,
        arguments_ms=timed.arguments_ms,
        elapsed_ms=timed.elapsed_ms,
        policy=policy,
        at=now,
        sample=sample,
    )
    PreflightText.objects.create(
        preflight=record,
        request={name: value for name, value in document.items() if name != "todo_md"},
        task=asdict(result.task) if result.task else None,
        todo_id=None if request.todo_md is None else _snapshot(request.todo_md),
    )
    PreflightError.objects.bulk_create(PreflightError(preflight=record, **_columns(error)) for error in result.errors)
    _note(by, "preflight", record.pk, now, passed=result.allowed, errors=result.errors)
    return record


def _register(pipeline: Pipeline, session_id: str, preflight: uuid.UUID, now: datetime, until: datetime) -> bool:
    """False when the session is active. One whose time is over is taken over by a conditional update."""
    columns = {"preflight_id": preflight, "began_at": now, "expires_at": until}
    try:
        with transaction.atomic():
            ActiveSession.objects.create(pipeline=pipeline, session_id=session_id, **columns)
    except IntegrityError:
        over = ActiveSession.objects.filter(pipeline=pipeline, session_id=session_id, expires_at__lte=now)
        return over.update(**columns) == 1
    return True


def _short(value: object) -> str:
    """The string form of a task number, for lists."""
    if value is None or isinstance(value, str):
        return (value or "")[:64]
    return json.dumps(value)[:64]


def _snapshot(todo_md: str) -> str:
    """The key of the stored TODO.md. The same text is kept once."""
    key = hashlib.sha256(todo_md.encode()).hexdigest()
    if not TodoSnapshot.objects.filter(pk=key).exists():
        TodoSnapshot.objects.bulk_create([TodoSnapshot(hash=key, text=todo_md)], ignore_conflicts=True)
    return key


def check_return(submission: ReturnSubmission) -> TimedReturn:
    """Stores nothing."""
    return TimedReturn(
        *_timed(
            lambda: gate.validate_return(
                submission.raw,
                expected_session_id=submission.expected_session_id,
                profile=submission.profile,
                existing_artifacts=submission.existing_artifacts,
            )
        )
    )


def take_return(
    *,
    pipeline: Pipeline,
    submission: ReturnSubmission,
    policy: Policy,
    by: str,
    now: datetime,
    sample: bool = False,
) -> ReturnRecord:
    """Checks the return, stores it and ends the session it was expected for: the subagent is back, well-formed or
    not."""
    timed = check_return(submission)
    result, existing = timed.result, submission.existing_artifacts
    status = (result.value or {}).get("status")
    with transaction.atomic():
        record = ReturnRecord.objects.create(
            pipeline=pipeline,
            turn_id=submission.turn_id,
            session_id=submission.expected_session_id,
            profile=submission.profile.name,
            status=make_storable(status)[:64] if isinstance(status, str) else "",
            valid=result.valid,
            artifacts_checked=result.artifacts_checked,
            preflight_id=_end_session(pipeline, submission.expected_session_id, now),
            elapsed_ms=timed.elapsed_ms,
            policy=policy,
            at=now,
            sample=sample,
        )
        ReturnText.objects.create(
            record=record,
            raw=submission.raw,
            existing_artifacts=None if existing is None else list(existing),
            profile=submission.profile.as_document(),
        )
        ReturnError.objects.bulk_create(ReturnError(record=record, **_columns(error)) for error in result.errors)
        _note(by, "return", record.pk, now, passed=result.valid, errors=result.errors)
    return record


def _end_session(pipeline: Pipeline, session_id: str, now: datetime) -> uuid.UUID | None:
    """The preflight that the session began with; None when there was none, or its time was over."""
    session = ActiveSession.objects.select_for_update().filter(pipeline=pipeline, session_id=session_id).first()
    if session is None:
        return None
    session.delete()
    return session.preflight_id if session.expires_at > now else None


def forget_expired_sessions(*, now: datetime) -> int:
    """Frees the registry of sessions that never returned. They block nothing; they only take room."""
    return ActiveSession.objects.filter(expires_at__lte=now).delete()[0]


def _columns(error: GateError) -> dict[str, str]:
    return {"code": error.code.value, "field": make_storable(error.field)[:80], "message": make_storable(error.message)}


def _note(by: str, kind: str, key: uuid.UUID, now: datetime, *, passed: bool, errors: tuple[GateError, ...]) -> None:
    codes = sorted({error.code.value for error in errors})
    audit.record(by=by, verb=f"{kind}.checked", subject=f"{kind}:{key}", now=now, passed=passed, codes=codes)
