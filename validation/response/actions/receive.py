"""Receive: stores a submission once and puts it in the queue. Judging is somebody else's work."""

from __future__ import annotations

import uuid
from dataclasses import asdict, dataclass
from datetime import datetime

from django.db import transaction

from validation.domain.attempt import UNDECIDED, Route, Submission
from validation.domain.errors import Conflict
from validation.models import Attempt, AttemptText, MemoryCandidate, Pipeline, Turn
from validation.platform import audit
from validation.platform.work.idempotency import take_key


@dataclass(frozen=True, slots=True)
class Received:
    """`created` is false when the same attempt was known already, by its key or because it is still undecided."""

    attempt: Attempt
    created: bool


@transaction.atomic
def receive_attempt(
    *,
    pipeline: Pipeline,
    submission: Submission,
    query: str,
    by: str,
    now: datetime,
    idempotency_key: str | None = None,
    sample: bool = False,
    new_id: uuid.UUID | None = None,
) -> Received:
    """Stores one attempt of a turn, numbered under a lock on the turn. `new_id` is the id of an attempt that is not
    known already, for a caller who must know it before it is stored.

    Raises Conflict `idempotency_conflict` when the key stood for another body, `turn_closed` when the turn's last
    route is APPROVE, or FAIL without a reviewer's grant."""
    content = submission.content_hash()
    turn = _locked_turn(pipeline, submission, query, now, sample)
    attempt = _undecided(turn, content)
    chosen = attempt.pk if attempt else new_id or uuid.uuid4()
    if idempotency_key is not None:
        known = take_key(
            pipeline=pipeline,
            resource="attempt",
            key=idempotency_key,
            body_hash=content,
            resource_id=chosen,
            now=now,
        )
        if known is not None:
            return Received(Attempt.objects.select_related("turn").get(pk=known), created=False)
    if attempt is not None:
        return Received(attempt, created=False)
    return Received(_new_attempt(turn, submission, content, chosen, by, now), created=True)


def _locked_turn(pipeline: Pipeline, submission: Submission, query: str, now: datetime, sample: bool) -> Turn:
    """Two that open a turn at once both get it: the second insertion waits for the first and then does nothing."""
    new = Turn(
        pipeline=pipeline,
        turn_id=submission.turn_id,
        session_id=submission.session_id,
        query=" ".join(query.split())[:300],
        sample=sample,
        created_at=now,
        updated_at=now,
    )
    Turn.objects.bulk_create([new], ignore_conflicts=True)
    locked = Turn.objects.select_for_update().get(pipeline=pipeline, turn_id=submission.turn_id)
    locked.pipeline = pipeline
    return locked


def _undecided(turn: Turn, content: str) -> Attempt | None:
    """The same draft, if it is on its way already."""
    if not turn.attempts_made:
        return None
    return turn.attempts.filter(content_hash=content, state__in=UNDECIDED).order_by("number").first()


def _new_attempt(
    turn: Turn, submission: Submission, content: str, new_id: uuid.UUID, by: str, now: datetime
) -> Attempt:
    enforced = turn.pipeline.enforces
    granted = _check_open(turn) if enforced else False
    turn.attempts_made += 1
    turn.updated_at = now
    turn.save(update_fields=["attempts_made", "granted", "updated_at"])
    attempt = Attempt.objects.create(
        id=new_id,
        turn=turn,
        number=turn.attempts_made,
        content_hash=content,
        granted=granted,
        enforced=enforced,
        callback_url=submission.callback_url or "",
        submitted_at=now,
        enqueued_at=None if _waits(turn) else now,
    )
    AttemptText.objects.create(
        attempt=attempt,
        context_md=submission.context_md,
        response_md=submission.response_md,
        goals=[asdict(goal) for goal in submission.goals],
        metadata=submission.metadata,
    )
    MemoryCandidate.objects.bulk_create(
        [MemoryCandidate(attempt=attempt, key=note.key, content=note.content) for note in submission.memory_candidates]
    )
    audit.record(
        by=by,
        verb="attempt.received",
        subject=f"attempt:{attempt.pk}",
        now=now,
        turn=turn.turn_id,
        number=attempt.number,
    )
    return attempt


def _waits(turn: Turn) -> bool:
    """Whether an earlier attempt comes first: whoever records that one enqueues what follows."""
    return turn.attempts_made > 1 and turn.attempts.filter(state__in=UNDECIDED).exists()


def _check_open(turn: Turn) -> bool:
    """Whether the attempt uses up a reviewer's grant. Raises when the turn takes no further attempt."""
    if turn.last_route == Route.APPROVE:
        raise Conflict(
            "turn_closed", f"Turn {turn.turn_id} is approved and takes no further attempt. Start a new turn."
        )
    if turn.granted:
        turn.granted -= 1
        return True
    if turn.last_route == Route.FAIL:
        raise Conflict(
            "turn_closed",
            f"Turn {turn.turn_id} failed. It takes a further attempt only after a reviewer sends it back.",
        )
    return False
