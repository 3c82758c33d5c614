"""One retrieval with its bodies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from retrieval.domain.result import RETRIEVAL
from retrieval.models import Retrieval
from validation.models import Attempt, Occurrence, Turn

_UNDECIDED: dict[str, Any] = {
    "relevant_chunks": [],
    "answer_present": None,
    "explanation": "",
    "pieces": [],
    "evidence": [],
    "retrieval_quality": None,
    "message": None,
    "findings": [],
    "report": "",
    "halt": None,
}


@dataclass(frozen=True, slots=True)
class RetrievalWhole:
    """`document` is the result in the shape of API.md, empty while there is none. `turn_pk` and `intervention_id` are
    None where there is none."""

    record: Retrieval
    document: dict[str, Any]
    scores: dict[str, float]
    turn_pk: int | None
    intervention_id: UUID | None


def load_retrieval(pk: UUID) -> RetrievalWhole | None:
    """Three statements."""
    record = Retrieval.objects.select_related("pipeline", "text", "result").filter(pk=pk).first()
    if record is None:
        return None
    document = record.result.document if record.result else record.text.halted if record.halt_cause else None
    scores = record.result.scores if record.result else {}
    return RetrievalWhole(record, document or _UNDECIDED, scores, _turn_of(record), _intervention_of(record))


def _turn_of(record: Retrieval) -> int | None:
    if not record.turn_id:
        return None
    turns = Turn.objects.filter(pipeline=record.pipeline_id, turn_id=record.turn_id)
    return turns.values_list("pk", flat=True).first()


def _intervention_of(record: Retrieval) -> UUID | None:
    """The latest that it is part of."""
    about = Occurrence.objects.filter(subject_id=str(record.pk), intervention__gate=RETRIEVAL)
    return about.order_by("-at", "-pk").values_list("intervention_id", flat=True).first()


def drafts_after(whole: RetrievalWhole, *, hidden: frozenset[UUID]) -> list[Attempt]:
    """What was made of the retrieval: the next attempts of its turn, oldest first. None of them while one is `hidden`,
    an attempt whose verdict the person must not see yet."""
    if whole.turn_pk is None:
        return []
    later = Attempt.objects.filter(turn=whole.turn_pk, submitted_at__gte=whole.record.submitted_at)
    found = list(later.order_by("number")[:6])
    return [] if any(one.pk in hidden for one in found) else found
