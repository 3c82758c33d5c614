"""What the frame of every page shows: how much work is open."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Exists, Q, QuerySet

from validation.desk.queries.desk import snoozed, work_left
from validation.domain.intervention import UNSETTLED, Priority
from validation.models import Intervention


@dataclass(frozen=True, slots=True)
class OpenWork:
    """What waits for a ruling, as the desk counts it: not what is under a pending one or snoozed. `urgent` are the
    critical."""

    open: int
    urgent: int


def open_work(now: datetime) -> OpenWork:
    awake = unsettled_work().filter(~snoozed(now))
    counted = awake.aggregate(open=Count("id"), urgent=Count("id", filter=Q(priority=Priority.CRITICAL)))
    return OpenWork(counted["open"], counted["urgent"])


def unsettled_work() -> QuerySet[Intervention]:
    """What is snoozed is among it."""
    return Intervention.objects.filter(Exists(work_left()), state__in=[state.value for state in UNSETTLED])
