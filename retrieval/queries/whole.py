"""One retrieval with its bodies."""

from __future__ import annotations

from uuid import UUID

from retrieval.domain.result import RETRIEVAL
from retrieval.models import Retrieval
from validation.models import Attempt
from validation.platform.interventions.surroundings import latest_work, named_turn


def load_retrieval(pk: UUID) -> Retrieval | None:
    """With `turn_pk` and `intervention_id`, each None where there is none. Two statements."""
    rows = Retrieval.objects.select_related("pipeline", "text", "result").annotate(turn_pk=named_turn())
    record = rows.filter(pk=pk).first()
    if record is not None:
        record.intervention_id = latest_work(RETRIEVAL, [str(pk)]).get(str(pk))  # type: ignore[attr-defined]
    return record


def drafts_after(record: Retrieval, *, hidden: frozenset[UUID]) -> list[Attempt]:
    """What was made of the retrieval: the next attempts of its turn, oldest first. None of them while one is `hidden`,
    an attempt whose verdict the person must not see yet."""
    turn: int | None = record.turn_pk  # type: ignore[attr-defined]
    later = Attempt.objects.filter(turn=turn, submitted_at__gte=record.submitted_at)
    found = list(later.order_by("number")[:6]) if turn else []
    return [] if any(one.pk in hidden for one in found) else found
