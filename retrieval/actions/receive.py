"""Receive: stores a submitted set once. What was judged before is answered at once; the rest is put in the queue."""

from __future__ import annotations

import hashlib
import json
import uuid
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from retrieval.actions.record import answer_with
from retrieval.models import Retrieval, RetrievalText, StoredResult
from validation.domain.attempt import UNDECIDED
from validation.models import Pipeline, Policy
from validation.platform import audit
from validation.platform.work.idempotency import take_key


@dataclass(frozen=True, slots=True)
class RetrievalSubmission:
    """`chunks` are any JSON values, in the order of retrieval; an empty `turn_id` belongs to no turn."""

    query: str
    chunks: list[Any]
    turn_id: str = ""

    def content_hash(self) -> str:
        told = json.dumps([self.turn_id, self.query, self.chunks], sort_keys=True)
        return hashlib.sha256(told.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Received:
    """`created` is false when the same submission was known already, by its key or because it is still undecided."""

    retrieval: Retrieval
    created: bool
    intervention_id: uuid.UUID | None = None


@transaction.atomic
def receive_retrieval(
    *,
    pipeline: Pipeline,
    submission: RetrievalSubmission,
    address: str,
    policy: Policy,
    by: str,
    now: datetime,
    idempotency_key: str | None = None,
    sample: bool = False,
) -> Received:
    """`address` is the content address under the judge and the policy in force. Raises Conflict
    `idempotency_conflict` when the key stood for another body."""
    waiting = Retrieval.objects.filter(
        pipeline=pipeline, turn_id=submission.turn_id, address=address, state__in=UNDECIDED
    ).first()
    chosen = waiting.pk if waiting else uuid.uuid4()
    if idempotency_key is not None:
        known = take_key(
            pipeline=pipeline,
            resource="retrieval",
            key=idempotency_key,
            body_hash=submission.content_hash(),
            resource_id=chosen,
            now=now,
        )
        if known is not None:
            return Received(Retrieval.objects.get(pk=known), created=False)
    if waiting is not None:
        return Received(waiting, created=False)
    retrieval = _new_retrieval(chosen, pipeline, submission, address, now, sample)
    subject = f"retrieval:{retrieval.pk}"
    audit.record(by=by, verb="retrieval.received", subject=subject, now=now, chunks=retrieval.chunks)
    stored = StoredResult.objects.filter(pk=address).first()
    if stored is None:
        return Received(retrieval, created=True)
    opened = answer_with(retrieval, stored, reused=True, elapsed_ms=0.0, policy=policy, now=now)
    return Received(retrieval, created=True, intervention_id=opened)


def _new_retrieval(
    pk: uuid.UUID, pipeline: Pipeline, submission: RetrievalSubmission, address: str, now: datetime, sample: bool
) -> Retrieval:
    retrieval = Retrieval.objects.create(
        id=pk,
        pipeline=pipeline,
        turn_id=submission.turn_id,
        query=" ".join(submission.query.split())[:300],
        chunks=len(submission.chunks),
        address=address,
        submitted_at=now,
        enqueued_at=now,
        sample=sample,
    )
    RetrievalText.objects.create(retrieval=retrieval, query=submission.query, chunks=submission.chunks)
    return retrieval
