"""What belongs to the subject of a gate: its turn and its latest intervention."""

from __future__ import annotations

from collections.abc import Collection
from uuid import UUID

from django.db.models import OuterRef, Subquery

from validation.models import Occurrence, Turn


def named_turn() -> Subquery:
    """The key of the turn with the `turn_id` of the outer row; null if there is none yet."""
    turns = Turn.objects.filter(pipeline=OuterRef("pipeline"), turn_id=OuterRef("turn_id"))
    return Subquery(turns.values("pk"))


def latest_work(gate: str, subjects: Collection[str]) -> dict[str, UUID]:
    """The latest intervention that each subject is part of, open or closed."""
    occurrences = Occurrence.objects.filter(subject_id__in=subjects, intervention__gate=gate)
    return dict(occurrences.order_by("at", "pk").values_list("subject_id", "intervention_id"))
