"""Links by which a person may rule on low-priority items."""

from __future__ import annotations

from datetime import datetime

from django.contrib.auth.models import User
from django.db.models import Q
from django.urls import reverse

from validation.domain.intervention import InterventionState
from validation.models import Pipeline
from validation.notifications.queries.notices import NoticeText
from validation.notifications.queries.targets import COMMITTED
from validation.platform.interventions.ruling_links import allowing, low_risk, make_link, may_be_linked
from validation.platform.paging.filters import given
from validation.platform.permissions import can_rule

_MOST = 5
"""Most links in a message; others are on the desk."""


def links_to_rule(name: str, *, pipeline: Pipeline | None, since: datetime, now: datetime) -> list[NoticeText]:
    """Links for items opened from `since` to `now`, both shifted by `COMMITTED`, that are not claimed, snoozed or
    assigned to somebody else."""
    person = User.objects.filter(username=name).first()
    if person is None or not can_rule(person):
        return []
    free = Q(assigned_to__in=["", name]) & (Q(snoozed_until=None) | Q(snoozed_until__lte=now))
    of = given(pipeline=pipeline)
    within = {"opened_at__gt": since - COMMITTED, "opened_at__lte": now - COMMITTED}
    opened = low_risk().filter(free, state=InterventionState.OPEN, **within, **of)
    pipelines = allowing(opened.order_by().values_list("pipeline", flat=True).distinct())
    waiting = opened.filter(pipeline__in=pipelines).order_by("due_at", "pk")
    offered = [one for one in waiting[: 4 * _MOST] if may_be_linked(one)][:_MOST]
    texts = [
        NoticeText(f"{one.title}. Approve or fail it, once, within 24 hours:", make_link(one, person, now=now))
        for one in offered
    ]
    more = waiting.count() - len(offered) if offered else 0
    return [*texts, NoticeText(f"{more:,} more on the desk:", reverse("web:desk"))] if more else texts
