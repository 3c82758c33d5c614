"""`/events` and `/webhooks`: how the pipeline learns what happened."""

from __future__ import annotations

import uuid
from datetime import datetime
from typing import Annotated, Any

from ninja import Router, Status
from pydantic import Field

from validation.domain.codes.problems import ProblemCode
from validation.models import Webhook
from validation.platform.events import targets
from validation.platform.events.events import feed, number_events
from validation.platform.events.targets import check_target
from validation.platform.http import auth
from validation.platform.http.auth import AuthedRequest, acting
from validation.platform.http.schemas import Id, In, Out, PageLimit, Text

router = Router(tags=["events"])


class EventOut(Out):
    """An event. `id` is its position in the feed; `data` is the resource as its GET returned it at the time."""

    id: int
    type: str
    at: datetime
    data: dict[str, Any]


class EventPage(Out):
    """A page of events. `next` is the `after` of the next call, which may return no events yet."""

    items: list[EventOut]
    next: int


class WebhookOut(Out):
    """A webhook. `types` are the events that are sent; an empty list means all."""

    id: Id
    url: str
    types: list[str]
    created_at: datetime


class WebhookList(Out):
    """Every active webhook."""

    items: list[WebhookOut]


class NewWebhookOut(WebhookOut):
    """A new webhook with its signing secret, which is shown only here. `overlaps` are the ids of other webhooks that
    send some of the same events to the same address; those events arrive twice until one webhook is removed."""

    secret: str
    overlaps: list[str]


class WebhookIn(In):
    """An address to send events to."""

    url: Annotated[Text, Field(max_length=2000)]
    """The URL to which events are sent."""
    types: Annotated[list[str], Field(max_length=20)] = []
    """Which events to send; an empty list means all."""


@router.get("/events", response=EventPage, auth=auth.read, summary="Read the event feed")
def get_events(
    request: AuthedRequest, after: Annotated[int, Field(ge=0, lt=2**63)] = 0, limit: PageLimit = 100
) -> dict[str, Any]:
    """Events after the position `after`, oldest first. Pass `next` as the `after` of the next call."""
    number_events()
    items = feed(pipeline=request.auth.pipeline, after=after, limit=limit)
    return {"items": items, "next": items[-1]["id"] if items else after}


@router.get("/webhooks", response=WebhookList, auth=auth.read, summary="List webhooks")
def get_webhooks(request: AuthedRequest) -> dict[str, Any]:
    """The active webhooks of this key's pipeline, without their secrets."""
    hooks = Webhook.objects.filter(pipeline=request.auth.pipeline, active=True).order_by("created_at")[:200]
    return {"items": list(hooks)}


@router.post("/webhooks", response={201: NewWebhookOut}, auth=auth.admin, summary="Add a webhook")
def post_webhook(request: AuthedRequest, body: WebhookIn) -> Status[dict[str, Any]]:
    """Adds a webhook. Its secret is shown only in this response."""
    check_target(body.url, field="url")
    hook = targets.add_webhook(pipeline=request.auth.pipeline, url=body.url, types=body.types, **acting(request))
    overlaps = [str(other.pk) for other in targets.overlapping_webhooks(hook)]
    return Status(201, {**WebhookOut.of(hook), "secret": hook.secret, "overlaps": overlaps})


@router.delete("/webhooks/{webhook_id}", response={204: None}, auth=auth.admin, summary="Remove a webhook")
def delete_webhook(request: AuthedRequest, webhook_id: uuid.UUID) -> Status[None]:
    """Removes a webhook. No more events are sent to it."""
    found = Webhook.objects.filter(pk=webhook_id, pipeline=request.auth.pipeline, active=True).first()
    hook = ProblemCode.WEBHOOK_UNKNOWN.unless(found, id=webhook_id)
    targets.remove_webhook(webhook=hook, **acting(request))
    return Status(204, None)
