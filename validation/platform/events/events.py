"""The outbox: events for the pipeline, written in the transaction of the change."""

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


class EmittedEvent(NamedTuple):
    """`to_deliver` is true if the event has a delivery."""

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
) -> EmittedEvent:
    """Stores an event with the current state of its subject, and a delivery for each webhook that subscribes to it and
    each of `callback_urls`. Call it inside the transaction of the change, after the last write. `also` adds fields to
    the resource; `resource` saves reading it back. An event without a pipeline is for all pipelines. An event without a
    delivery gets its position in the feed when the feed is next read."""
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
    return EmittedEvent(event, bool(deliveries))


def emit_work(
    type: EventType,  # noqa: A002
    work: Intervention,
    *,
    now: datetime,
    about: Mapping[str, Any] | None = None,
    **more: Any,
) -> EmittedEvent:
    """Emits an event about an intervention. Pass the resource of its subject as `about` to save reading it."""
    kind, pk = "intervention", str(work.pk)
    whole = _RENDER[kind]([pk], {work.subject_id: about})[pk] if about else None
    return emit(type=type, subject_kind=kind, subject_id=pk, pipeline=work.pipeline, now=now, resource=whole, **more)


def render_again(event: Event, resource: Mapping[str, Any] | None) -> None:
    """Updates the payload of an event after a further change in its transaction."""
    event.data = render_subject(event.subject_kind, event.subject_id) if resource is None else encode(resource)
    event.save(update_fields=["data"])


@transaction.atomic
def number_events() -> int:
    """Assigns feed positions to committed events; returns how many.

    Ids are drawn before a transaction commits, so a reader that follows ids would miss one that commits late. Positions
    are only assigned to rows that are already visible."""
    lock = _lock_sequence()
    waiting = list(Event.objects.only("pk").filter(position__isnull=True).order_by("id")[:1000])
    if not waiting:
        return 0
    last = _last_position(lock)
    for offset, event in enumerate(waiting, start=1):
        event.position = last + offset
    Event.objects.bulk_update(waiting, ["position"])
    lock.last = last + len(waiting)
    lock.save(update_fields=["last"])
    return len(waiting)


@transaction.atomic
def skip_positions(number: int) -> None:
    """Leaves this many feed positions unassigned. After a restore they may have been assigned since the backup, and
    readers know them."""
    lock = _lock_sequence()
    lock.last = _last_position(lock) + number
    lock.save(update_fields=["last"])


def _lock_sequence() -> FeedSequence:
    """Locks the one row of the table, so that concurrent calls cannot assign a position twice."""
    FeedSequence.objects.get_or_create(pk=1)
    return FeedSequence.objects.select_for_update().get(pk=1)


def _last_position(lock: FeedSequence) -> int:
    return max(lock.last, Event.objects.aggregate(last=Max("position"))["last"] or 0)


MAX_EVENTS = 500


def feed(*, pipeline: Pipeline, after: int, limit: int) -> list[dict[str, Any]]:
    """Events of the pipeline and those for all pipelines, in order of position."""
    rows = Event.objects.filter(Q(pipeline=pipeline) | Q(pipeline=None), position__gt=after)
    return [event_resource(row) for row in rows.order_by("position")[: max(1, min(limit, MAX_EVENTS))]]


def event_resource(event: Event) -> dict[str, Any]:
    return {"id": event.position, "type": event.type, "at": event.at, "data": json.loads(event.data)}


def event_body(event: Event) -> bytes:
    """The body of a delivery: the same bytes at every try."""
    envelope = encode({"id": event.position, "type": event.type, "at": event.at})
    return f'{envelope[:-1]},"data":{event.data}}}'.encode()


def render_subject(kind: str, key: str, also: Mapping[str, Any] | None = None) -> str:
    """The resource as its GET shows it, as JSON text. `also` adds or replaces fields; `null` if it was deleted."""
    resource = _RENDER[kind]([key]).get(key)
    return encode({**resource, **also} if resource and also else resource)


def encode(value: Any) -> str:
    return json.dumps(value, cls=DjangoJSONEncoder, ensure_ascii=False, separators=(",", ":"))


Render = Callable[..., Mapping[str, Any]]
"""Returns resources by id. The one for interventions also takes resources of their subjects that are already known."""


def register_resource(kind: str, render: Render) -> None:
    """Called once for each kind, in `ready()` of the app."""
    _RENDER[kind] = render


_RENDER: dict[str, Render] = {}
