"""What stands around the subject of a gate: the turn that it names, and the work about it."""

from __future__ import annotations

from collections.abc import Collection
from uuid import UUID

from django.db.models import OuterRef, Subquery

from validation.models import Occurrence, Turn


def named_turn() -> Subquery:
    """The key of the turn that the outer row names by its `turn_id`; null where there is none yet."""
    turns = Turn.objects.filter(pipeline=OuterRef("pipeline"), turn_id=OuterRef("turn_id"))
    return Subquery(turns.values("pk"))


def latest_work(gate: str, subjects: Collection[str]) -> dict[str, UUID]:
    """The latest intervention that each subject is part of, open or closed."""
    occurrences = Occurrence.objects.filter(subject_id__in=subjects, intervention__gate=gate)
    return dict(occurrences.order_by("at", "pk").values_list("subject_id", "intervention_id"))
