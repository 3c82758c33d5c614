"""What the frame of every page shows: the pipelines to choose from and how much work is open."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Exists, Q, QuerySet

from validation.desk.queries.desk import work_left
from validation.domain.intervention import UNSETTLED, Priority
from validation.models import Intervention, Pipeline


@dataclass(frozen=True, slots=True)
class OpenWork:
    """What waits for a ruling, as the desk counts it: not what is under a pending one. `urgent` are the critical."""

    open: int
    urgent: int


def open_work() -> OpenWork:
    counted = unsettled_work().aggregate(open=Count("id"), urgent=Count("id", filter=Q(priority=Priority.CRITICAL)))
    return OpenWork(counted["open"], counted["urgent"])


def unsettled_work() -> QuerySet[Intervention]:
    return Intervention.objects.filter(Exists(work_left()), state__in=[state.value for state in UNSETTLED])


def pipeline_names() -> tuple[str, ...]:
    return tuple(Pipeline.objects.order_by("name").values_list("name", flat=True)[:200])
