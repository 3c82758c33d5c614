"""Taking attempts: each stored in a short transaction, and after its commit workers and pages hear of what is new."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.db import transaction
from django.utils import timezone

from validation.domain.attempt import RESPONSE
from validation.domain.errors import DomainError
from validation.models import ApiKey
from validation.platform import tracing
from validation.platform.live import Topic, publish
from validation.platform.tasks import enqueue_judgings
from validation.response.actions.receive import Item, Received, receive_attempts


def take(key: ApiKey, items: Sequence[Item]) -> list[Received | DomainError]:
    """All of `items` in one transaction, in the order given."""
    with tracing.span("receive", pipeline=key.pipeline.name, attempts=len(items)), transaction.atomic():
        received = receive_attempts(pipeline=key.pipeline, items=items, by=key.actor, now=timezone.now())
        transaction.on_commit(lambda: _enqueue(key.pipeline_id, received))
    return received


def _enqueue(pipeline: int, received: Iterable[Received | DomainError]) -> None:
    created = [one.attempt for one in received if isinstance(one, Received) and one.created]
    ready = [attempt.pk for attempt in created if attempt.enqueued_at is not None]
    enqueue_judgings(RESPONSE, ready, new_of=pipeline)
    for attempt in created:
        publish(Topic.ATTEMPTS, str(attempt.pk))
