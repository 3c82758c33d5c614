"""Reads notification targets, the log of messages, and news for a person."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import QuerySet
from django.urls import reverse

from validation.domain.event import EventType
from validation.domain.intervention import UNSETTLED
from validation.models import AuditEvent, Intervention, Mention, NotificationRecord, NotificationTarget, Pipeline
from validation.notifications.queries.notices import NoticeText
from validation.platform.paging.filters import given
from validation.platform.paging.keyset import PAGE, Page, page_of

Targets = QuerySet[NotificationTarget]
"""The targets that a caller may see and change."""


def all_targets() -> Targets:
    return NotificationTarget.objects.select_related("pipeline")


def targets_of_person(name: str) -> Targets:
    """The person's targets, whoever added them."""
    return all_targets().filter(person=name)


def targets_of_pipeline(pipeline: int) -> Targets:
    """Targets limited to this pipeline, without those of a person."""
    return all_targets().filter(pipeline=pipeline, person="")


def list_targets(targets: Targets, *, cursor: str | None, limit: int) -> Page[NotificationTarget]:
    """Newest first."""
    return page_of(targets, order="created_at", cursor=cursor, limit=limit)


def times_of(target: NotificationTarget) -> dict[str, str]:
    """Its hours by field name, such as 22:00; omits those not set."""
    times = {name: getattr(target, name) for name in ("quiet_from", "quiet_until", "digest_at")}
    return {name: f"{at:%H:%M}" for name, at in times.items() if at is not None}


@dataclass(frozen=True, slots=True)
class LogFilter:
    """Empty fields match everything; `person` is whose target it was."""

    outcome: str = ""
    person: str = ""


def list_log(wanted: LogFilter, *, cursor: str = "", limit: int = PAGE) -> Page[NotificationRecord]:
    """Newest first. Raises InputRejected `cursor_invalid`."""
    rows = NotificationRecord.objects.filter(**given(outcome=wanted.outcome, person=wanted.person))
    return page_of(rows, order="at", cursor=cursor, limit=limit)


_MOST = 5
"""Most items named in a message; others are on the desk."""
COMMITTED = timedelta(seconds=5)
"""Transactions this recent may not be visible yet, so their rows are read the next time."""


def mentions_of(name: str, *, pipeline: Pipeline | None, since: datetime, now: datetime) -> list[NoticeText]:
    """Mentions by others in comments made from `since` to `now`, both shifted by `COMMITTED`."""
    of = given(comment__intervention__pipeline=pipeline)
    rows = Mention.objects.filter(person=name, at__gt=since - COMMITTED, at__lte=now - COMMITTED, **of)
    made = rows.exclude(comment__by=name).order_by("at").values_list("comment__intervention", "comment__by")
    by_item = dict(made)
    texts = [
        NoticeText(f"{by} mentioned you in a comment:", reverse("web:desk_item", args=[item]))
        for item, by in list(by_item.items())[:_MOST]
    ]
    more = len(by_item) - _MOST
    return [*texts, NoticeText(f"{more} more mention you:", reverse("web:desk"))] if more > 0 else texts


def assignments_of(name: str, *, pipeline: Pipeline | None, since: datetime, now: datetime) -> list[NoticeText]:
    """A notice about open items assigned by others, or in turn, in that time; empty if there are none."""
    within = {"assigned_at__gt": since - COMMITTED, "assigned_at__lte": now - COMMITTED}
    of = given(pipeline=pipeline)
    rows = Intervention.objects.filter(assigned_to=name, state__in=UNSETTLED, **within, **of)
    given_at = {f"intervention:{key}": at for key, at in rows.values_list("pk", "assigned_at")}
    own = AuditEvent.objects.filter(subject__in=given_at, verb=EventType.INTERVENTION_ASSIGNED, by=name)
    taken = {subject for subject, at in own.values_list("subject", "at") if at == given_at[subject]}
    assigned = len(given_at) - len(taken)
    if assigned <= 0:
        return []
    items = "1 item was" if assigned == 1 else f"{assigned:,} items were"
    return [NoticeText(f"{items} assigned to you:", f"{reverse('web:desk')}?q=is:open+mine")]
