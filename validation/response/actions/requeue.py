"""Halted attempts back in the queue, many at once."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from validation.domain.attempt import AttemptState, Route
from validation.models import Attempt
from validation.platform.work.locks import lock_turns_of

AUTOMATIC_TRIES = 3
"""Judgements after which one that the judge cannot cope with is left to a person."""


def unattended() -> QuerySet[Attempt]:
    """Halted attempts of pipelines that only observe, without those that were judged a few times already; the oldest
    first."""
    halted = Attempt.objects.filter(enforced=False, state=AttemptState.HALTED, route=Route.HALT)
    return halted.filter(judgement_number__lte=AUTOMATIC_TRIES).order_by("decided_at")


@transaction.atomic
def requeue_attempts(ids: Sequence[str], *, now: datetime, automatic: bool = False) -> list[str]:
    """Those that are halted and have no other route, in one transaction. Returns their ids; the caller
    enqueues them after the commit."""
    lock_turns_of(ids)
    halted = Attempt.objects.filter(pk__in=ids, state=AttemptState.HALTED, route=Route.HALT)
    if automatic:
        halted = halted.filter(judgement_number__lte=AUTOMATIC_TRIES)
    found = list(halted.order_by("submitted_at").values_list("pk", flat=True))
    Attempt.objects.filter(pk__in=found, state=AttemptState.HALTED).update(
        state=AttemptState.QUEUED, route="", halt_cause="", decided_at=None, tries=0, enqueued_at=now
    )
    return [str(pk) for pk in found]
