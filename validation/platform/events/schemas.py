"""Answers of `/events` and `/webhooks`."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from validation.platform.http.schemas import Out


class EventOut(Out):
    """`id` is the position in the feed; `data` is the resource as its GET showed it."""

    id: int
    type: str
    at: datetime
    data: dict[str, Any]


class EventPage(Out):
    """`next` is the `after` of the page that follows, which may still be empty."""

    items: list[EventOut]
    next: int


class WebhookOut(Out):
    """`types` names the events that are sent; empty means all."""

    id: str
    url: str
    types: list[str]
    created_at: datetime


class WebhookList(Out):
    """Every active webhook."""

    items: list[WebhookOut]


class NewWebhookOut(WebhookOut):
    """With the secret that signs what is sent, shown this once."""

    secret: str
