"""The order in which rows are locked, so that transactions cannot deadlock:

1. turns, by key; 2. their attempts, or the subject of another gate; 3. interventions, by key; 4. their occurrences and
rulings.

Code that needs a later row to find an earlier one reads it without a lock, locks from the top, and checks it again.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable

from validation.domain.codes.problems import ProblemCode
from validation.models import Attempt, Intervention, Turn


def lock_turns_of(attempts: Iterable[str]) -> dict[int, Turn]:
    """Locks the turns of these attempts and returns them by key. `attempts` are subject ids of the response gate."""
    turns = Attempt.objects.filter(pk__in=list(attempts)).values("turn")
    return {turn.pk: turn for turn in Turn.objects.select_for_update().filter(pk__in=turns).order_by("pk")}


def lock_intervention(intervention_id: uuid.UUID) -> Intervention:
    """The intervention, locked, with its pipeline. Raises NotFound `intervention_unknown`."""
    rows = Intervention.objects.select_for_update(of=("self",)).select_related("pipeline")
    return ProblemCode.INTERVENTION_UNKNOWN.unless(rows.filter(pk=intervention_id).first(), id=intervention_id)


def lock_interventions(ids: Iterable[uuid.UUID]) -> list[Intervention]:
    """Locks and returns these interventions. Without the lock, two transactions that settle the last two occurrences of
    a group would each see the other's as open, and neither would close the group."""
    return list(Intervention.objects.select_for_update().filter(pk__in=list(ids)).order_by("pk"))
