"""Ends what waits on FAILs of a turn that went on with a later attempt."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from django.db import transaction

from validation.domain.attempt import Route
from validation.domain.intervention import Kind, RulingState
from validation.models import Attempt, Occurrence, RulingRecord
from validation.models.response.attempt import Rejudge
from validation.platform.interventions.lifecycle import settle
from validation.platform.work.locks import lock_turns_of
from validation.response.actions import memory
from validation.response.actions.turn_routes import last_enforced


def end_replaced(by: Collection[Attempt], now: datetime) -> None:
    """Ends the work on earlier FAILs of the turns that went on with these attempts, one a turn, and discards their
    notes. One that a ruling is pending on, or that is judged again, keeps both until then. The caller holds the locks
    on the turns."""
    last = {attempt.turn_id: attempt.number for attempt in by}
    earlier = Attempt.objects.filter(turn__in=last, route=Route.FAIL).exclude(rejudge=Rejudge.APPLY)
    rows = earlier.values_list("pk", "turn_id", "number")
    failed = {str(pk): pk for pk, turn, number in rows if number < last[turn]}
    if not failed:
        return
    waiting = Occurrence.objects.filter(subject_id__in=failed, intervention__kind=Kind.FAIL)
    settle(waiting, reason="a later attempt of its turn has a route", now=now)
    ruled = RulingRecord.objects.filter(subject_id__in=failed, state=RulingState.PENDING)
    kept = set(ruled.values_list("subject_id", flat=True))
    memory.discard(attempts=[pk for subject_id, pk in failed.items() if subject_id not in kept], now=now)


@transaction.atomic
def end_kept_for_rulings(attempts: Collection[str], now: datetime) -> None:
    """For attempts whose pending rulings were undone: their turns may have gone on meanwhile."""
    end_replaced(last_enforced(lock_turns_of(attempts).keys()).values(), now)
