"""Receive: stores a submitted set once. A set that was judged before gets the stored result; a new one is queued."""

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
from validation.platform.work.idempotency import KeyUse, store_key

KEYED = "retrieval"
"""Resource name of the idempotency keys."""


@dataclass(frozen=True, slots=True)
class RetrievalSubmission:
    """`chunks` are any JSON values, in the order of retrieval; `turn_id` is empty without a turn."""

    query: str
    chunks: list[Any]
    turn_id: str = ""

    def content_hash(self) -> str:
        body = json.dumps([self.turn_id, self.query, self.chunks], sort_keys=True)
        return hashlib.sha256(body.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class ReceivedRetrieval:
    """`created` is false if the submission existed: the same key, or the same set still undecided."""

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
) -> ReceivedRetrieval:
    """`address` is the cache key under the current judge and policy. Raises Conflict `idempotency_conflict` if the key
    was used for another body."""
    known = Retrieval.objects.filter(
        pipeline=pipeline, turn_id=submission.turn_id, address=address, state__in=UNDECIDED
    ).first()
    chosen = known.pk if known else uuid.uuid4()
    if idempotency_key is not None:
        known = _known_by_key(KeyUse(idempotency_key, submission.content_hash(), chosen), pipeline, now) or known
    if known is not None:
        return ReceivedRetrieval(known, created=False)
    retrieval = _new_retrieval(chosen, pipeline, submission, address, now, sample)
    subject = f"retrieval:{retrieval.pk}"
    audit.record(by=by, verb="retrieval.received", subject=subject, now=now, chunks=retrieval.chunks)
    stored = StoredResult.objects.filter(pk=address).first()
    if stored is None:
        return ReceivedRetrieval(retrieval, created=True)
    opened = answer_with(retrieval, stored, policy=policy, now=now)
    return ReceivedRetrieval(retrieval, created=True, intervention_id=opened)


def _known_by_key(use: KeyUse, pipeline: Pipeline, now: datetime) -> Retrieval | None:
    """The retrieval of an earlier call with this key; None if the key is new, and now stored for this call."""
    known = store_key(use, pipeline=pipeline, resource=KEYED, now=now)
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
"""The feedback position for the answer as a whole."""


@transaction.atomic
def give_feedback(*, retrieval_id: UUID, position: int, holds: bool | None, by: str, now: datetime) -> None:
    """`holds` is whether the chunk at `position` is relevant, or whether an answer is present; None deletes one's
    feedback. Raises NotFound `retrieval_unknown` or `chunk_unknown`, Conflict `not_decided` without a verdict."""
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
