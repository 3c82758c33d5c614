"""Outbox rows: what the pipeline is to be told, written with the change itself."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.db.models import Max

from validation.models import Delivery, Event, NumberingLock, Pipeline, Webhook
from validation.models.outbox import DeliveryState


def emit(
    *,
    type: str,  # noqa: A002
    subject_kind: str,
    subject_id: str,
    pipeline: Pipeline | None,
    now: datetime,
    callback_url: str = "",
) -> bool:
    """One event, and a delivery row for every webhook of the pipeline that wants it and for `callback_url`. Called
    inside the transaction that makes the change. Answers whether there is anything to deliver: an event that nobody
    is sent gets its place in the feed when somebody reads that."""
    event = Event.objects.create(type=type, at=now, pipeline=pipeline, subject_kind=subject_kind, subject_id=subject_id)
    return pipeline is not None and _address(event, pipeline, callback_url, now)


def _address(event: Event, pipeline: Pipeline, callback_url: str, now: datetime) -> bool:
    hooks = [
        hook
        for hook in Webhook.objects.filter(pipeline=pipeline, active=True)
        if not hook.types or event.type in hook.types
    ]
    targets: dict[str, Webhook | None] = {hook.url: hook for hook in hooks}
    if callback_url:
        targets.setdefault(callback_url, None)
    Delivery.objects.bulk_create(
        [
            Delivery(event=event, webhook=hook, url=url, state=DeliveryState.PENDING, next_at=now)
            for url, hook in targets.items()
        ]
    )
    return bool(targets)


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
