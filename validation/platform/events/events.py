"""Outbox rows: what the pipeline is to be told, written with the change itself."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction
from django.db.models import Max, Q

from validation.domain.event import EventType
from validation.models import Delivery, Event, FeedSequence, Intervention, Pipeline, Webhook
from validation.platform.insert import insert_rows
from validation.platform.paging.filters import given
from validation.platform.tracing import HEADER, carried_context


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
    active = Webhook.objects.filter(active=True, **given(pipeline=pipeline))
    hooks = [hook for hook in active if not hook.types or type in hook.types]
    called = {hook.url for hook in hooks}
    uncalled = dict.fromkeys(url for url in callback_urls if url and url not in called)
    deliveries = [Delivery(event=event, webhook=hook, url=hook.url, next_at=now) for hook in hooks]
    deliveries += [Delivery(event=event, url=url, next_at=now) for url in uncalled]
    insert_rows(deliveries)
    return Emitted(event, bool(deliveries))


def emit_work(
    type: EventType,  # noqa: A002
    work: Intervention,
    *,
    now: datetime,
    about: Mapping[str, Any] | None = None,
    **more: Any,
) -> Emitted:
    """The same about an intervention. `about` is the resource of its subject where the caller has that in hand."""
    kind, pk = "intervention", str(work.pk)
    whole = _RENDER[kind]([pk], {work.subject_id: about})[pk] if about else None
    return emit(type=type, subject_kind=kind, subject_id=pk, pipeline=work.pipeline, now=now, resource=whole, **more)


def render_again(event: Event, resource: Mapping[str, Any] | None) -> None:
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


MAX_EVENTS = 500


def feed(*, pipeline: Pipeline, after: int, limit: int) -> list[dict[str, Any]]:
    """Events of the pipeline and those that concern everyone, in order of position."""
    rows = Event.objects.filter(Q(pipeline=pipeline) | Q(pipeline=None), position__gt=after)
    return [event_resource(row) for row in rows.order_by("position")[: max(1, min(limit, MAX_EVENTS))]]


def event_resource(event: Event) -> dict[str, Any]:
    return {"id": event.position, "type": event.type, "at": event.at, "data": json.loads(event.data)}


def event_body(event: Event) -> bytes:
    """What a delivery of the event sends, the same bytes at every try."""
    envelope = encode({"id": event.position, "type": event.type, "at": event.at})
    return f'{envelope[:-1]},"data":{event.data}}}'.encode()


def render_subject(kind: str, key: str, also: Mapping[str, Any] | None = None) -> str:
    """The resource as its GET shows it now, as JSON text; `also` adds or replaces fields of what is still there."""
    resource = _RENDER[kind]([key]).get(key)
    return encode({**resource, **also} if resource and also else resource)


def encode(value: Any) -> str:
    return json.dumps(value, cls=DjangoJSONEncoder, ensure_ascii=False, separators=(",", ":"))


Render = Callable[..., Mapping[str, Any]]
"""Answers the resources of some ids; that of interventions takes those of their subjects that are in hand besides."""


def register_resource(kind: str, render: Render) -> None:
    """Called once for each kind, when the app is ready."""
    _RENDER[kind] = render


_RENDER: dict[str, Render] = {}
