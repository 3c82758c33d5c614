"""Outbox rows: what the pipeline is to be told, written with the change itself."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Max

from validation.models import Attempt, Delivery, Event, NumberingLock, Pipeline, Webhook
from validation.models.outbox import DeliveryState


def emit(
    *,
    type: str,  # noqa: A002
    subject_kind: str,
    subject_id: str,
    pipeline: Pipeline | None,
    now: datetime,
    callback_of: str | None = None,
) -> Event:
    """One event, and a delivery row for every webhook of the pipeline that wants it and for the callback of the attempt
    `callback_of`. Called inside the transaction that makes the change."""
    event = Event.objects.create(type=type, at=now, pipeline=pipeline, subject_kind=subject_kind, subject_id=subject_id)
    if pipeline is not None:
        _address(event, pipeline, callback_of, now)
    return event


def _address(event: Event, pipeline: Pipeline, callback_of: str | None, now: datetime) -> None:
    hooks = [
        hook
        for hook in Webhook.objects.filter(pipeline=pipeline, active=True)
        if not hook.types or event.type in hook.types
    ]
    targets: dict[str, Webhook | None] = {hook.url: hook for hook in hooks}
    if callback_of is not None:
        wanted = Attempt.objects.filter(pk=callback_of).exclude(callback_url="")
        for url in wanted.values_list("callback_url", flat=True):
            targets.setdefault(url, None)
    Delivery.objects.bulk_create(
        [
            Delivery(event=event, webhook=hook, url=url, state=DeliveryState.PENDING, next_at=now)
            for url, hook in targets.items()
        ]
    )


@transaction.atomic
def number_events() -> int:
    """Gives committed events their place in the feed, in one transaction at a time. Returns how many got one.

    Ids are drawn before a transaction commits, so a reader that follows ids would step over one that commits late;
    positions are only ever given to rows that are already visible."""
    lock = _one_at_a_time()
    waiting = list(Event.objects.filter(position__isnull=True).order_by("id")[:1000])
    if not waiting:
        return 0
    last = max(lock.last, Event.objects.aggregate(last=Max("position"))["last"] or 0)
    for offset, event in enumerate(waiting, start=1):
        event.position = last + offset
    Event.objects.bulk_update(waiting, ["position"])
    lock.last = last + len(waiting)
    lock.save(update_fields=["last"])
    return len(waiting)


def _one_at_a_time() -> NumberingLock:
    """Two numberings at once would give one place twice; the row is a lock and nothing else."""
    NumberingLock.objects.get_or_create(pk=1)
    return NumberingLock.objects.select_for_update().get(pk=1)
