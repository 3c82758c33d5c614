"""Events as the feed and the deliveries show them: the resource as its own GET showed it when it happened."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Q

from validation.models import Event, Pipeline

MAX_EVENTS = 500


def feed(*, pipeline: Pipeline, after: int, limit: int) -> list[dict[str, Any]]:
    """Events of the pipeline and those that concern everyone, in order of position."""
    rows = Event.objects.filter(Q(pipeline=pipeline) | Q(pipeline=None), position__gt=after)
    return [event_resource(row) for row in rows.order_by("position")[: max(1, min(limit, MAX_EVENTS))]]


def event_resource(event: Event) -> dict[str, Any]:
    return {"id": event.position, "type": event.type, "at": event.at, "data": json.loads(_data(event))}


def event_body(event: Event) -> bytes:
    """What a delivery of the event sends, the same bytes at every try."""
    envelope = encode({"id": event.position, "type": event.type, "at": event.at})
    return f'{envelope[:-1]},"data":{_data(event)}}}'.encode()


def _data(event: Event) -> str:
    """An event from before data was stored has only the resource as it is now."""
    return event.data or render_subject(event.subject_kind, event.subject_id)


def render_subject(kind: str, key: str, also: Mapping[str, Any] | None = None) -> str:
    """The resource as its GET shows it now, as JSON text; `also` adds or replaces fields of what is still there."""
    resource = _RENDER[kind]([key]).get(key)
    return encode({**resource, **also} if resource and also else resource)


def encode(value: Any) -> str:
    return json.dumps(value, cls=DjangoJSONEncoder, ensure_ascii=False, separators=(",", ":"))


def register_resource(kind: str, render: Callable[[Sequence[str]], Mapping[str, Any]]) -> None:
    """`render` answers the resources of some ids; called once for each kind, when the app is ready."""
    _RENDER[kind] = render


_RENDER: dict[str, Callable[[Sequence[str]], Mapping[str, Any]]] = {}
