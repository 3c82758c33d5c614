"""Links of the review desk: the search, the scope and the selection travel with every one of them, so that each can be
sent on."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlencode
from uuid import UUID

from django.http import HttpRequest
from django.urls import reverse

from validation.desk.queries.selection import Selection
from validation.platform.pages.parameters import read_uuid

MOST_NAMED = 100
"""Ids that an address holds; more would not pass every proxy. All that matches is one word."""
_ALL = "all"
_CARRIED = ("q", "pipeline", "range")


def desk_address(request: HttpRequest, item: UUID | None = None, **more: str | Sequence[str]) -> str:
    """The desk, or an item on it, as this request searches it. Empty values are left out."""
    return carried(request, reverse("web:desk_item", args=[item]) if item else reverse("web:desk"), **more)


def carried(request: HttpRequest, path: str, **more: str | Sequence[str]) -> str:
    """`selected` among `more` replaces the selection of this address."""
    asked: dict[str, str | Sequence[str]] = {name: request.GET.get(name, "") for name in _CARRIED}
    parameters = asked | {"selected": named(selection_of(request))} | more
    query = urlencode({name: value for name, value in parameters.items() if value}, doseq=True)
    return f"{path}?{query}" if query else path


def selection_of(request: HttpRequest) -> Selection:
    """What `selected` names: ids, or `all` that the search matches. What is no id selects nothing."""
    asked = request.GET.getlist("selected")
    return Selection(whole=True) if _ALL in asked else Selection(ids_of(asked, most=MOST_NAMED))


def named(selection: Selection) -> tuple[str, ...]:
    return (_ALL,) if selection.whole else tuple(str(pk) for pk in selection.ids[:MOST_NAMED])


def ids_of(texts: Sequence[str], *, most: int) -> tuple[UUID, ...]:
    """Each once, in their order; what is no id is left out."""
    found: dict[UUID, None] = {}
    for text in texts:
        if (pk := read_uuid(text)) and len(found) < most:
            found[pk] = None
    return tuple(found)
