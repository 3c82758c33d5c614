"""URLs of the review desk. Each carries search, scope and selection, so that it can be shared."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlencode
from uuid import UUID

from django.http import HttpRequest
from django.urls import reverse

from validation.desk.queries.selection import Selection
from validation.platform.pages.parameters import read_uuid

MOST_NAMED = 100
"""Most ids in a URL; some proxies reject longer ones. `all` stands for everything that matches the search."""
_ALL = "all"
_CARRIED = ("q", "pipeline", "range")


def desk_address(request: HttpRequest, item: UUID | None = None, **more: str | Sequence[str]) -> str:
    """The URL of the desk or of an item, with the current search. Empty values are omitted."""
    return carried(request, reverse("web:desk_item", args=[item]) if item else reverse("web:desk"), **more)


def carried(request: HttpRequest, path: str, **more: str | Sequence[str]) -> str:
    """`path` with the current search; `selected` in `more` replaces the selection."""
    asked: dict[str, str | Sequence[str]] = {name: request.GET.get(name, "") for name in _CARRIED}
    parameters = asked | {"selected": named(selection_of(request))} | more
    query = urlencode({name: value for name, value in parameters.items() if value}, doseq=True)
    return f"{path}?{query}" if query else path


def selection_of(request: HttpRequest) -> Selection:
    """The selection in the URL: ids, or `all` that match the search. Malformed ids are ignored."""
    asked = request.GET.getlist("selected")
    return Selection(whole=True) if _ALL in asked else Selection(ids_of(asked, most=MOST_NAMED))


def named(selection: Selection) -> tuple[str, ...]:
    return (_ALL,) if selection.whole else tuple(str(pk) for pk in selection.ids[:MOST_NAMED])


def ids_of(texts: Sequence[str], *, most: int) -> tuple[UUID, ...]:
    """The distinct ids in order; malformed ones are ignored."""
    found: dict[UUID, None] = {}
    for text in texts:
        if (pk := read_uuid(text)) and len(found) < most:
            found[pk] = None
    return tuple(found)
