"""Takes the sample story away, with everything that hangs on it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.db import transaction

from validation.actions import audit
from validation.models import Attempt, Event, Intervention, Turn
from validation.queries.sample import sample_parts


@transaction.atomic
def remove_sample(*, by: str, now: datetime) -> int:
    """How many turns went. The audit trail stays, as it does for every deletion."""
    for part in sample_parts():
        part.remove(by=by, now=now)
    turns = Turn.objects.filter(sample=True)
    work = Intervention.objects.filter(sample=True)
    attempts = Attempt.objects.filter(turn__in=turns).values_list("pk", flat=True)
    _forget("attempt", attempts)
    _forget("intervention", work.values_list("pk", flat=True))
    work.delete()
    removed = turns.count()
    turns.delete()
    audit.record(by=by, verb="sample.removed", subject="sample:story", now=now, turns=removed)
    return removed


def _forget(kind: str, ids: Iterable[object]) -> None:
    Event.objects.filter(subject_kind=kind, subject_id__in=[str(one) for one in ids]).delete()
