"""What the frame of every page shows: how much work is open."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Exists, Q, QuerySet

from validation.desk.queries.desk import snoozed, work_left
from validation.domain.intervention import UNSETTLED, Kind, Priority
from validation.models import Intervention
from validation.platform.tallies.count import ALL


@dataclass(frozen=True, slots=True)
class OpenWork:
    """What waits for a ruling, as the desk counts it: not what is under a pending one or snoozed. `urgent` are the
    critical; `withholdable` are of the kinds of which some may be withheld from a person."""

    open: int
    urgent: int
    withholdable: int = 0


def open_work(now: datetime, seen: Q = ALL) -> OpenWork:
    """`seen` is what the person may see: a number above the list's tells that something is kept back."""
    return OpenWork(
        **unsettled_work()
        .filter(~snoozed(now), seen)
        .aggregate(
            open=Count("id"),
            urgent=Count("id", filter=Q(priority=Priority.CRITICAL)),
            withholdable=Count("id", filter=Q(kind__in=(Kind.AUDIT, Kind.WARNING))),
        )
    )


def unsettled_work() -> QuerySet[Intervention]:
    """What is snoozed is among it."""
    return Intervention.objects.filter(Exists(work_left()), state__in=[state.value for state in UNSETTLED])
