"""Lists of attempts and turns for the API: keyset pages of rows without bodies."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from validation.domain.gateway.send import Send
from validation.models import Attempt, Pipeline, Turn
from validation.platform.paging.keyset import Page, page_of


@dataclass(frozen=True, slots=True)
class AttemptFilter:
    turn_id: str | None = None
    decision: str | None = None
    state: str | None = None
    since: datetime | None = None
    until: datetime | None = None


def wanted_attempts(pipeline: Pipeline | None, wanted: AttemptFilter) -> QuerySet[Attempt]:
    """`pipeline` None means all of them."""
    rows = with_neighbours(Attempt.objects.all())
    if pipeline is not None:
        rows = rows.filter(pipeline=pipeline)
    given = {
        "turn__turn_id": wanted.turn_id,
        "decision": wanted.decision,
        "state": wanted.state,
        "submitted_at__gte": wanted.since,
        "submitted_at__lt": wanted.until,
    }
    return rows.filter(**{name: value for name, value in given.items() if value is not None})


def with_neighbours(rows: QuerySet[Attempt]) -> QuerySet[Attempt]:
    """What a summary names besides the attempt, without the texts of a ruling."""
    texts = [f"ruling__{name}" for name in ("response_md", "diff", "message", "hints", "note")]
    return rows.select_related("turn__pipeline", "ruling").defer(*texts)


def list_attempts(*, pipeline: Pipeline | None, wanted: AttemptFilter, cursor: str | None, limit: int) -> Page[Attempt]:
    """Newest first."""
    rows = wanted_attempts(pipeline, wanted)
    return page_of(rows, order="submitted_at", cursor=cursor, limit=limit)


def attempt_summary(attempt: Attempt) -> dict[str, Any]:
    return {
        "id": str(attempt.pk),
        "turn_id": attempt.turn.turn_id,
        "pipeline": attempt.turn.pipeline.name,
        "attempt": attempt.number,
        "state": attempt.state,
        "decision": attempt.decision or None,
        "route": attempt.route or None,
        "send": attempt.send,
        "partial": attempt.partial,
        "confidence": attempt.confidence,
        "failed_checks": attempt.failed_checks,
        "halt_cause": attempt.halt_cause or None,
        "policy": attempt.policy_id,
        "submitted_at": attempt.submitted_at,
        "decided_at": attempt.decided_at,
        "links": {"self": f"/api/v1/attempts/{attempt.pk}", "page": f"/attempts/{attempt.pk}"},
    }


def list_turns(*, pipeline: Pipeline | None, cursor: str | None, limit: int) -> Page[Turn]:
    rows = Turn.objects.select_related("pipeline")
    if pipeline is not None:
        rows = rows.filter(pipeline=pipeline)
    return page_of(rows, order="updated_at", cursor=cursor, limit=limit)


def turn_summary(turn: Turn) -> dict[str, Any]:
    return {
        "turn_id": turn.turn_id,
        "pipeline": turn.pipeline.name,
        "session_id": turn.session_id,
        "query": turn.query,
        "attempts": turn.attempts_made,
        "last_route": turn.last_route or None,
        "granted": turn.granted,
        "created_at": turn.created_at,
        "updated_at": turn.updated_at,
    }


def turn_resource(turn: Turn) -> dict[str, Any]:
    """The attempts in order, and what the last of them leaves to be sent to the user."""
    attempts = list(with_neighbours(turn.attempts.all()).order_by("number")[:500])
    last = turn.attempts.select_related("ruling").order_by("-number").first()
    answer = {
        "send": last.send if last else Send.NOTHING,
        "final_response_md": last.final_response_md if last else None,
    }
    return {**turn_summary(turn), **answer, "path": [attempt_summary(attempt) for attempt in attempts]}
