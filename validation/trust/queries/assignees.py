"""Who is asked next: the person with the least open work, of these whoever was assigned some longest ago."""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import Count, Max, Q

from validation.domain.intervention import UNSETTLED
from validation.models import Intervention
from validation.platform.people import reviewer_names


def next_assignee(*, but: Collection[str]) -> str:
    """Empty when nobody else may review: then whoever comes may answer. Two statements."""
    names = [name for name in reviewer_names() if name not in but]
    if not names:
        return ""
    assigned = Intervention.objects.filter(assigned_to__in=names).order_by().values("assigned_to")
    load = {
        row["assigned_to"]: (row["open"], row["last"].timestamp())
        for row in assigned.annotate(open=Count("pk", filter=Q(state__in=UNSETTLED)), last=Max("assigned_at"))
    }
    return min(names, key=lambda name: (*load.get(name, (0, 0.0)), name))
