"""The one order in which rows are locked, so that no two transactions wait for each other (PostgreSQL aborts one):

1. turns, by key; 2. their attempts, or the subject of another gate; 3. interventions, by key; 4. what hangs on these:
occurrences and rulings.

Whoever needs a later one to know the earlier ones reads it first without a lock, locks from the top, and looks again.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable

from validation.domain.codes.problems import ProblemCode
from validation.models import Attempt, Intervention, Turn


def lock_turns_of(attempts: Iterable[str]) -> dict[int, Turn]:
    """The turns of these attempts by key. `attempts` are subject ids of the response gate."""
    turns = Attempt.objects.filter(pk__in=list(attempts)).values("turn")
    return {turn.pk: turn for turn in Turn.objects.select_for_update().filter(pk__in=turns).order_by("pk")}


def lock_intervention(intervention_id: uuid.UUID) -> Intervention:
    """As it is now, with its pipeline. Raises NotFound `intervention_unknown`."""
    rows = Intervention.objects.select_for_update(of=("self",)).select_related("pipeline")
    return ProblemCode.INTERVENTION_UNKNOWN.unless(rows.filter(pk=intervention_id).first(), id=intervention_id)


def lock_interventions(ids: Iterable[uuid.UUID]) -> list[Intervention]:
    """As they are now. Of two that settle the last occurrences of a group at once each would see the other's as open,
    and neither would close the group; so they do it one after the other."""
    return list(Intervention.objects.select_for_update().filter(pk__in=list(ids)).order_by("pk"))
