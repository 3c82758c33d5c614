"""Links of the review desk: the search and the scope travel with every one of them, so that each can be sent on."""

from __future__ import annotations

from urllib.parse import urlencode
from uuid import UUID

from django.http import HttpRequest
from django.urls import reverse

_CARRIED = ("q", "pipeline", "range")


def desk_address(request: HttpRequest, item: UUID | None = None, **more: str) -> str:
    """The desk, or an item on it, as this request searches it. Empty values are left out."""
    return carried(request, reverse("web:desk_item", args=[item]) if item else reverse("web:desk"), **more)


def carried(request: HttpRequest, path: str, **more: str) -> str:
    told = {name: request.GET.get(name, "") for name in _CARRIED} | more
    query = urlencode({name: value for name, value in told.items() if value})
    return f"{path}?{query}" if query else path
