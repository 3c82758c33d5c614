"""A reviewer's word on a verdict. It changes no verdict; it is a label by which the gate is measured."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db import transaction

from retrieval.domain.chunk import read_chunks
from retrieval.domain.result import AnswerPresent
from retrieval.models import Retrieval, RetrievalFeedback
from validation.domain.attempt import AttemptState
from validation.domain.errors import Conflict, NotFound
from validation.platform import audit

ANSWER = 0
"""The position that stands for the answer as a whole."""


@transaction.atomic
def give_feedback(*, retrieval_id: UUID, position: int, holds: bool | None, by: str, now: datetime) -> None:
    """`holds` says that the chunk at `position` is relevant, or that an answer is there; None takes one's word back.
    Raises NotFound `retrieval_unknown` or `chunk_unknown`, Conflict `not_decided` where there is no verdict yet."""
    retrieval = Retrieval.objects.select_related("text", "result").filter(pk=retrieval_id).first()
    if retrieval is None:
        raise NotFound("retrieval_unknown", "There is no such retrieval.")
    if retrieval.state != AttemptState.DECIDED:
        raise Conflict("not_decided", "There is no verdict yet that could be right or wrong.")
    said = _gate_said(retrieval, position)
    of_person = RetrievalFeedback.objects.filter(retrieval=retrieval, position=position, by=by)
    if holds is None:
        of_person.delete()
    else:
        RetrievalFeedback.objects.update_or_create(
            retrieval=retrieval, position=position, by=by, defaults={"holds": holds, "gate_said": said, "at": now}
        )
    subject = f"retrieval:{retrieval.pk}"
    audit.record(by=by, verb="retrieval.feedback", subject=subject, now=now, position=position, holds=holds)


def _gate_said(retrieval: Retrieval, position: int) -> bool:
    if position == ANSWER:
        return retrieval.answer_present == AnswerPresent.YES
    chunk = next((one for one in read_chunks(retrieval.text.chunks).chunks if one.position == position), None)
    if chunk is None:
        raise NotFound("chunk_unknown", f"There is no judged chunk at position {position}.")
    result = retrieval.result
    return result is not None and any(one["id"] == chunk.id for one in result.document["relevant_chunks"])
