"""What a ninja view costs that writes the rows of an attempt and does nothing else: no key, no rule, no queue, no live
update. Nobody serves this; it is what the product's own views are held against."""

from __future__ import annotations

import uuid
from typing import Any

from django.db import transaction
from django.http import HttpRequest
from django.urls import path
from django.utils import timezone
from ninja import NinjaAPI

from validation.models import Attempt, AttemptText, AuditEvent, IdempotencyRecord, MemoryCandidate, Pipeline, Turn
from validation.response.requests import AttemptIn

api = NinjaAPI(docs_url=None, openapi_url=None)


def rows_of(body: AttemptIn, pipeline: int) -> list[Any]:
    """The six rows of one attempt in an order in which they can be inserted; the turn's key is still missing."""
    now, key = timezone.now(), uuid.uuid4()
    turn = Turn(
        pipeline_id=pipeline,
        turn_id=body.turn_id,
        query="A head torch",
        attempts_made=1,
        created_at=now,
        updated_at=now,
    )
    attempt = Attempt(
        id=key,
        turn=turn,
        pipeline_id=pipeline,
        number=1,
        content_hash="0" * 64,
        submitted_at=now,
        enqueued_at=now,
    )
    note = body.memory_candidates[0]
    return [
        turn,
        attempt,
        AttemptText(attempt=attempt, context_md=body.context_md or "", response_md=body.response_md),
        MemoryCandidate(attempt=attempt, key=note.key, content=note.content),
        IdempotencyRecord(pipeline_id=pipeline, key=key.hex, body_hash="0" * 64, resource_id=str(key), created_at=now),
        AuditEvent(at=now, by="key:bench", verb="attempt.received", subject=f"attempt:{key}"),
    ]


@api.post("/single")
def single(request: HttpRequest, body: AttemptIn) -> dict[str, Any]:
    """Six rows, one statement each, one transaction."""
    with transaction.atomic():
        rows = rows_of(body, _pipeline())
        for row in rows:
            row.save(force_insert=True)
    return {"id": str(rows[1].pk)}


@api.post("/batch")
def batch(request: HttpRequest, body: list[AttemptIn]) -> dict[str, Any]:
    """Six statements for all, one transaction."""
    pipeline = _pipeline()
    tables = list(zip(*(rows_of(one, pipeline) for one in body), strict=True))
    with transaction.atomic():
        for rows in tables:
            type(rows[0])._default_manager.bulk_create(rows)
    return {"ids": [str(row.pk) for row in tables[1]]}


_known: list[int] = []


def _pipeline() -> int:
    if not _known:
        _known.append(Pipeline.objects.values_list("pk", flat=True)[0])
    return _known[0]


urlpatterns = [path("", api.urls)]
