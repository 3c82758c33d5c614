"""Checks and records returns, and ends their sessions (spec 4)."""

from __future__ import annotations

import uuid
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from validation.domain.text.storable import make_storable
from validation.models import ActiveSession, Pipeline, ReturnError, ReturnRecord, ReturnText
from validation.orchestration.actions.received import ReceivedCall, error_columns, timed
from validation.orchestration.gate import gate
from validation.orchestration.gate.profiles import Profile
from validation.orchestration.gate.result import ReturnResult


@dataclass(frozen=True, slots=True)
class ReturnSubmission:
    """`existing_artifacts` are paths relative to the root; None means that existence was not checked."""

    raw: str
    expected_session_id: str
    profile: Profile
    existing_artifacts: tuple[str, ...] | None


def check_return(submission: ReturnSubmission) -> tuple[ReturnResult, float]:
    """The result, and the duration in milliseconds. Stores nothing."""
    return timed(
        lambda: gate.validate_return(
            submission.raw,
            expected_session_id=submission.expected_session_id,
            profile=submission.profile,
            existing_artifacts=submission.existing_artifacts,
        )
    )


def take_return(received: ReceivedCall, submission: ReturnSubmission) -> ReturnRecord:
    """Checks and stores the return, and ends its session even if it is invalid, since the subagent has returned. Raises
    Conflict `idempotency_conflict`."""
    return _record(received, submission, *check_return(submission))


@transaction.atomic
def _record(
    received: ReceivedCall, submission: ReturnSubmission, result: ReturnResult, elapsed_ms: float
) -> ReturnRecord:
    known = received.known("return")
    if known is not None:
        return ReturnRecord.objects.get(pk=known)
    existing, status = submission.existing_artifacts, (result.value or {}).get("status")
    record = ReturnRecord.objects.create(
        id=received.new_id,
        session_id=submission.expected_session_id,
        profile=submission.profile.name,
        status=make_storable(status)[:64] if isinstance(status, str) else "",
        valid=result.valid,
        artifacts_checked=result.artifacts_checked,
        preflight_id=_end_session(received.pipeline, submission.expected_session_id, received.now),
        elapsed_ms=elapsed_ms,
        **received.columns(),
    )
    ReturnText.objects.create(
        record=record,
        raw=submission.raw,
        existing_artifacts=None if existing is None else list(existing),
        profile=submission.profile.as_document(),
    )
    ReturnError.objects.bulk_create(ReturnError(record=record, **error_columns(error)) for error in result.errors)
    received.audit("return", record.pk, passed=result.valid, errors=result.errors)
    return record


def _end_session(pipeline: Pipeline, session_id: str, now: datetime) -> uuid.UUID | None:
    """Deletes the session; returns its preflight, or None if there was no session or it had expired."""
    session = ActiveSession.objects.select_for_update().filter(pipeline=pipeline, session_id=session_id).first()
    if session is None:
        return None
    session.delete()
    return session.preflight_id if session.expires_at > now else None
