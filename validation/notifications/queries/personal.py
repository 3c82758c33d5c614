"""What is new for one person: who mentioned them, and what was assigned to them. Never what was said or judged: they
may have to answer an audit of it blind."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.urls import reverse

from validation.domain.event import EventType
from validation.domain.intervention import UNSETTLED
from validation.models import AuditEvent, Intervention, Mention, Pipeline
from validation.notifications.queries.notices import NoticeText

_MOST = 5
"""Items that one message names; the rest is on the desk."""
_COMMITTED = timedelta(seconds=5)
"""What was written within this may not be visible yet: it is told the next time."""


def mentions_of(name: str, *, pipeline: Pipeline | None, since: datetime, now: datetime) -> list[NoticeText]:
    """By others, in comments made from `since` to `now`, each shifted by `_COMMITTED`."""
    rows = Mention.objects.filter(person=name, at__gt=since - _COMMITTED, at__lte=now - _COMMITTED)
    if pipeline:
        rows = rows.filter(comment__intervention__pipeline=pipeline)
    made = rows.exclude(comment__by=name).order_by("at").values_list("comment__intervention", "comment__by")
    by_item = dict(made)
    texts = [
        NoticeText(f"{by} mentioned you in a comment:", reverse("web:desk_item", args=[item]))
        for item, by in list(by_item.items())[:_MOST]
    ]
    more = len(by_item) - _MOST
    return [*texts, NoticeText(f"{more} more mention you:", reverse("web:desk"))] if more > 0 else texts


def assignments_of(name: str, *, pipeline: Pipeline | None, since: datetime, now: datetime) -> list[NoticeText]:
    """Open work that others, or turns, gave to the person in that time."""
    rows = Intervention.objects.filter(
        assigned_to=name, assigned_at__gt=since - _COMMITTED, assigned_at__lte=now - _COMMITTED, state__in=UNSETTLED
    )
    rows = rows.filter(pipeline=pipeline) if pipeline else rows
    keys = list(rows.values_list("pk", flat=True))
    own = AuditEvent.objects.filter(
        subject__in=[f"intervention:{key}" for key in keys], verb=EventType.INTERVENTION_ASSIGNED, by=name
    )
    given = len(keys) - own.values("subject").distinct().count()
    if given <= 0:
        return []
    said = "1 item was" if given == 1 else f"{given:,} items were"
    return [NoticeText(f"{said} assigned to you:", f"{reverse('web:desk')}?q=is:open+mine")]
