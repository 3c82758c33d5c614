"""Who is asked next: the person with the least open work, of these whoever was asked longest ago."""

from __future__ import annotations

from collections.abc import Collection

from django.contrib.auth.models import User
from django.db.models import Count, Max, Q

from validation.domain.trust.audit import OpinionState
from validation.models import Opinion
from validation.platform.permissions import Role

_MOST = 500


def next_assignee(*, but: Collection[str]) -> str:
    """Empty when nobody else may review: then whoever comes may answer. Two statements."""
    people = (
        User.objects.filter(Q(groups__name__in=[Role.REVIEWER, Role.ADMIN]) | Q(is_superuser=True), is_active=True)
        .exclude(username__in=but)
        .distinct()
        .values_list("username", flat=True)[:_MOST]
    )
    names = list(people)
    if not names:
        return ""
    load = {
        row["assigned_to"]: (row["open"], row["last"].timestamp())
        for row in Opinion.objects.filter(assigned_to__in=names)
        .order_by()
        .values("assigned_to")
        .annotate(open=Count("pk", filter=Q(state=OpinionState.OPEN)), last=Max("asked_at"))
    }
    return min(names, key=lambda name: (*load.get(name, (0, 0.0)), name))
