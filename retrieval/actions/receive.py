"""Receive: stores a submitted set once. What was judged before is answered at once; the rest is put in the queue."""

from __future__ import annotations

import hashlib
import json
import uuid
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from retrieval.actions.record import answer_with
from retrieval.domain.chunk import read_chunks
from retrieval.domain.result import AnswerPresent
from retrieval.models import Retrieval, RetrievalFeedback, RetrievalText, StoredResult
from validation.domain.attempt import UNDECIDED, AttemptState
from validation.domain.codes.problems import ProblemCode
from validation.models import Pipeline, Policy
from validation.platform import audit
from validation.platform.work.idempotency import KeyUse, take_key


@dataclass(frozen=True, slots=True)
class RetrievalSubmission:
    """`chunks` are any JSON values, in the order of retrieval; an empty `turn_id` belongs to no turn."""

    query: str
    chunks: list[Any]
    turn_id: str = ""

    def content_hash(self) -> str:
        body = json.dumps([self.turn_id, self.query, self.chunks], sort_keys=True)
        return hashlib.sha256(body.encode()).hexdigest()


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
    known = Retrieval.objects.filter(
        pipeline=pipeline, turn_id=submission.turn_id, address=address, state__in=UNDECIDED
    ).first()
    chosen = known.pk if known else uuid.uuid4()
    if idempotency_key is not None:
        known = _known_by_key(KeyUse(idempotency_key, submission.content_hash(), chosen), pipeline, now) or known
    if known is not None:
        return Received(known, created=False)
    retrieval = _new_retrieval(chosen, pipeline, submission, address, now, sample)
    subject = f"retrieval:{retrieval.pk}"
    audit.record(by=by, verb="retrieval.received", subject=subject, now=now, chunks=retrieval.chunks)
    stored = StoredResult.objects.filter(pk=address).first()
    if stored is None:
        return Received(retrieval, created=True)
    opened = answer_with(retrieval, stored, policy=policy, now=now)
    return Received(retrieval, created=True, intervention_id=opened)


def _known_by_key(use: KeyUse, pipeline: Pipeline, now: datetime) -> Retrieval | None:
    """What the key stands for since an earlier call; None where it stands for this one from now on."""
    known = take_key(use, pipeline=pipeline, resource="retrieval", now=now)
    return None if known is None else Retrieval.objects.get(pk=known)


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


ANSWER = 0
"""The position that stands for the answer as a whole."""


@transaction.atomic
def give_feedback(*, retrieval_id: UUID, position: int, holds: bool | None, by: str, now: datetime) -> None:
    """`holds` says that the chunk at `position` is relevant, or that an answer is there; None takes one's word back.
    Raises NotFound `retrieval_unknown` or `chunk_unknown`, Conflict `not_decided` where there is no verdict yet."""
    found = Retrieval.objects.select_related("text", "result").filter(pk=retrieval_id).first()
    retrieval = ProblemCode.RETRIEVAL_UNKNOWN.unless(found, "page")
    if retrieval.state != AttemptState.DECIDED:
        raise ProblemCode.NOT_DECIDED.error()
    was_relevant = _gate_said(retrieval, position)
    of_person = RetrievalFeedback.objects.filter(retrieval=retrieval, position=position, by=by)
    if holds is None:
        of_person.delete()
    else:
        RetrievalFeedback.objects.update_or_create(
            retrieval=retrieval,
            position=position,
            by=by,
            defaults={"holds": holds, "gate_said": was_relevant, "at": now},
        )
    subject = f"retrieval:{retrieval.pk}"
    audit.record(by=by, verb="retrieval.feedback", subject=subject, now=now, position=position, holds=holds)


def _gate_said(retrieval: Retrieval, position: int) -> bool:
    if position == ANSWER:
        return retrieval.answer_present == AnswerPresent.YES
    found = next((one for one in read_chunks(retrieval.text.chunks).chunks if one.position == position), None)
    chunk = ProblemCode.CHUNK_UNKNOWN.unless(found, position=position)
    result = retrieval.result
    return result is not None and any(one["id"] == chunk.id for one in result.document["relevant_chunks"])
