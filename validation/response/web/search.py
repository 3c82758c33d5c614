"""Jump to a turn, an attempt or a page; a dialog with JavaScript, a page of its own without."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from validation.models import Attempt
from validation.platform.pages.access import viewer_page
from validation.platform.pages.navigation import items_for
from validation.platform.pages.page import render_page, wants_part
from validation.platform.pages.parameters import query_text, read_uuid
from validation.platform.pages.scope import scope_of
from validation.response.queries.turns import TurnFilter, TurnRow, list_turns_with_paths
from validation.response.web.blind import hidden_from

_TURNS = 8


@dataclass(frozen=True, slots=True)
class Hit:
    label: str
    icon: str
    href: str
    note: str = ""
    turn: TurnRow | None = None


@viewer_page
def search(request: HttpRequest) -> HttpResponse:
    asked = query_text(request, "q")
    hits = [*_pages(request, asked), *_attempts(asked), *_turns(request, asked)]
    in_palette = wants_part(request, "palette-list")
    context = {"asked": asked, "hits": hits, "in_palette": in_palette}
    return render_page(request, "platform/search/_hits.html" if in_palette else "platform/search/page.html", context)


def _pages(request: HttpRequest, asked: str) -> list[Hit]:
    items = items_for(request, scope_of(request))
    return [Hit(item.label, item.icon, item.href, "page") for item in items if asked.lower() in item.label.lower()]


def _attempts(asked: str) -> list[Hit]:
    """An attempt by its id, as logs and the API name it."""
    pk = read_uuid(asked)
    if pk is None or not Attempt.objects.filter(pk=pk).exists():
        return []
    return [Hit(str(pk), "attempts", reverse("web:attempt", args=[pk]), "attempt")]


def _turns(request: HttpRequest, asked: str) -> list[Hit]:
    if not asked:
        return []
    found = list_turns_with_paths(TurnFilter(q=asked, hidden=hidden_from(request)), limit=_TURNS).rows
    return [
        Hit(row.turn.turn_id, "turns", reverse("web:turn", args=[row.turn.pk]), row.turn.query, row) for row in found
    ]
