"""Outbox rows: what the pipeline is to be told, written with the change itself."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Max

from validation.domain.event import EventType
from validation.models import Delivery, Event, FeedSequence, Intervention, Pipeline, Webhook
from validation.platform.events.resource import encode, render_subject
from validation.platform.tracing import HEADER, carried_context
from validation.platform.work.insert import insert_rows


class Emitted(NamedTuple):
    """`to_deliver` says whether somebody is sent the event."""

    event: Event
    to_deliver: bool


def emit(
    *,
    type: EventType,  # noqa: A002
    subject_kind: str,
    subject_id: str,
    pipeline: Pipeline | None,
    now: datetime,
    callback_urls: Collection[str] = (),
    also: Mapping[str, Any] | None = None,
    resource: Mapping[str, Any] | None = None,
) -> Emitted:
    """One event with the resource as it is now, the fields `also` on top of it (`resource` where the caller has it in
    hand, so that it need not be read back), and a delivery row for every webhook
    that wants it and for each of `callback_urls`. Called inside the transaction that makes the change, after all of it
    is written. An event without a pipeline concerns all of them. An event that nobody is sent gets its place in the
    feed when somebody reads that."""
    data = encode({**resource, **(also or {})}) if resource else render_subject(subject_kind, subject_id, also)
    event = Event.objects.create(
        type=type,
        at=now,
        pipeline=pipeline,
        subject_kind=subject_kind,
        subject_id=subject_id,
        data=data,
        traceparent=carried_context().get(HEADER, ""),
    )
    active = Webhook.objects.filter(active=True, **({"pipeline": pipeline} if pipeline else {}))
    hooks = [hook for hook in active if not hook.types or type in hook.types]
    called = {hook.url for hook in hooks}
    uncalled = dict.fromkeys(url for url in callback_urls if url and url not in called)
    deliveries = [Delivery(event=event, webhook=hook, url=hook.url, next_at=now) for hook in hooks]
    deliveries += [Delivery(event=event, url=url, next_at=now) for url in uncalled]
    insert_rows(deliveries)
    return Emitted(event, bool(deliveries))


def emit_work(type: EventType, work: Intervention, *, now: datetime, **more: Any) -> Emitted:  # noqa: A002
    """The same about an intervention."""
    pk = str(work.pk)
    return emit(type=type, subject_kind="intervention", subject_id=pk, pipeline=work.pipeline, now=now, **more)


def render_again(event: Event, resource: Mapping[str, Any] | None = None) -> None:
    """For an event that led to something in its own transaction: its data shows that too."""
    event.data = render_subject(event.subject_kind, event.subject_id) if resource is None else encode(resource)
    event.save(update_fields=["data"])


@transaction.atomic
def number_events() -> int:
    """Gives committed events their place in the feed, in one transaction at a time. Returns how many got one.

    Ids are drawn before a transaction commits, so a reader that follows ids would step over one that commits late;
    positions are only ever given to rows that are already visible."""
    # Two numberings at once would give one place twice; the row is a lock and nothing else.
    FeedSequence.objects.get_or_create(pk=1)
    lock = FeedSequence.objects.select_for_update().get(pk=1)
    waiting = list(Event.objects.only("pk").filter(position__isnull=True).order_by("id")[:1000])
    if not waiting:
        return 0
    last = max(lock.last, Event.objects.aggregate(last=Max("position"))["last"] or 0)
    for offset, event in enumerate(waiting, start=1):
        event.position = last + offset
    Event.objects.bulk_update(waiting, ["position"])
    lock.last = last + len(waiting)
    lock.save(update_fields=["last"])
    return len(waiting)
