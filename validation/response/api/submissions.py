"""What single calls, batches and streams share: stores attempts, then notifies workers and pages on commit."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Sequence
from typing import Any

from django.db import transaction
from django.http import HttpResponse
from django.utils import timezone

from validation.context_md.parser import parse
from validation.context_md.query import require_query, require_response
from validation.domain.attempt import RESPONSE, Goal, MemoryNote, Submission
from validation.domain.context import Provenance
from validation.domain.errors import DomainError
from validation.models import ApiKey
from validation.platform import tracing
from validation.platform.events.events import encode
from validation.platform.events.targets import check_target
from validation.platform.keys import current_key
from validation.platform.live import NEW, Topic, publish
from validation.platform.tasks import enqueue_judgings
from validation.response.actions.receive import Item, ReceivedAttempt, receive_attempts
from validation.response.requests import AttemptIn, StreamedAttemptIn


def store_submissions(key: ApiKey, items: Sequence[Item]) -> list[ReceivedAttempt | DomainError]:
    """Stores `items` in one transaction, in the order given. Raises KeyRefused if the key was revoked since the call
    began, which may be a while ago for a stream or a long batch."""
    key = current_key(key)
    with tracing.span("receive", pipeline=key.pipeline.name, attempts=len(items)), transaction.atomic():
        received = receive_attempts(pipeline=key.pipeline, items=items, by=key.actor, now=timezone.now())
        transaction.on_commit(lambda: _enqueue(key.pipeline_id, received))
    return received


def _enqueue(pipeline: int, received: Iterable[ReceivedAttempt | DomainError]) -> None:
    created = [one.attempt for one in received if isinstance(one, ReceivedAttempt) and one.created]
    ready = [attempt.pk for attempt in created if attempt.enqueued_at is not None]
    enqueue_judgings(RESPONSE, ready, new_of=pipeline)
    if created:
        publish(Topic.ATTEMPTS, NEW)


def item_of(body: AttemptIn, idempotency_key: str | None, new_id: uuid.UUID | None = None) -> Item:
    """Raises InputRejected for a context without a query, an empty response, or a callback that must not be called."""
    submission = _submission(body)
    query = require_query(parse(submission.context_md, Provenance(query=submission.query)))
    require_response(submission.response_md)
    return Item(
        submission=submission,
        query=query.raw or query.resolved,
        idempotency_key=idempotency_key,
        streamed=isinstance(body, StreamedAttemptIn),
        attempt_id=new_id or uuid.uuid4(),
    )


def _submission(body: AttemptIn) -> Submission:
    if body.callback_url is not None:
        check_target(body.callback_url, field="callback_url")
    return Submission(
        turn_id=body.turn_id,
        session_id=body.session_id,
        context_md=body.context(),
        response_md=body.response_md,
        goals=tuple(Goal(goal.id, goal.description) for goal in body.goals),
        memory_candidates=tuple(MemoryNote(note.key, note.content) for note in body.memory_candidates),
        callback_url=body.callback_url,
        metadata=body.metadata,
        query=body.query,
    )


def answer(resource: dict[str, Any], *, status: int = 200) -> HttpResponse:
    """Encodes the resource directly: validating it with its schema first took as long as reading the request."""
    return HttpResponse(encode(resource), status=status, content_type="application/json; charset=utf-8")
