"""The queue on the left: its filter, tabs, rows and marks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Q
from django.http import HttpRequest
from django.urls import reverse

from validation.desk.queries.counts import DeskCounts, OpenWork, count_work, open_work
from validation.desk.queries.item import DeskItem
from validation.desk.queries.queue import (
    DeskFilter,
    attempts_of_turns,
    limited_word,
    list_work,
    may_see,
    neighbours_of,
)
from validation.desk.queries.selection import Selection
from validation.desk.queries.terms import FLAGS, LONGEST, DeskTerms, QueueStatus, known_terms, read_terms
from validation.desk.web.address import MOST_NAMED, carried, desk_address, selection_of
from validation.desk.web.saved_views import TABS, View, views_of
from validation.models import Intervention
from validation.platform.pages.parameters import query_text, read_uuid
from validation.platform.pages.scope import scope_of
from validation.platform.paging.keyset import Page
from validation.platform.permissions import can_rule
from validation.response.web.blind import blind_work_of


def filter_of(request: HttpRequest, now: datetime, views: Iterable[DeskTerms] = ()) -> DeskFilter:
    """What the address asks for; `views` are further searches that are counted by it."""
    scope = scope_of(request, now=now)
    terms, person = read_terms(_asked(request)), request.user.get_username()
    turns = attempts_of_turns(word for one in (terms, *views) for word in one.words)
    return DeskFilter(terms, person, now, scope.pipeline, scope.since, blind_work_of(request), turns)


def _asked(request: HttpRequest) -> str:
    return query_text(request, "q")[:LONGEST] or TABS[0].q


def list_context(
    request: HttpRequest,
    now: datetime,
    here: UUID | None = None,
    *,
    item: DeskItem | None = None,
    selection: Selection | None = None,
) -> dict[str, Any]:
    """`here` is marked in the list; the place of `item` is counted, and a list that no page was asked of begins with
    it where its first page ends before."""
    selection = selection_of(request) if selection is None else selection
    saved = views_of(request)
    searches = {view.q: view.terms for view in (*TABS, *saved)}
    wanted = filter_of(request, now, searches.values())
    page, cursor, counts = _read_list(wanted, read_uuid(request.GET.get("cursor", "")), searches, item)
    asked = _asked(request)
    return {
        "now": now,
        "wanted": wanted,
        "asked": asked,
        "limited_word": limited_word(wanted),
        "page": page,
        "counts": counts,
        "work": counts.work,
        "tabs": [(tab, n) for tab, n in _counted(TABS, counts) if n or tab.q == asked or not tab.icon],
        "views": _counted(saved, counts),
        "why_empty": why_empty(wanted, page, counts),
        "place": _place_of(wanted),
        "held_by_others": wanted.terms.status is QueueStatus.OPEN and bool(counts.open) and not counts.free,
        "here": here,
        "known_terms": _offered_terms(),
        "known_flags": FLAGS,
        "can_rule": can_rule(request.user),
        "most_named": MOST_NAMED,
        "picks": selection_marks(page, counts.total, selection),
        "cursor": cursor,
        **_addresses(request, here, cursor),
    }


def _read_list(
    wanted: DeskFilter, cursor: UUID | None, searches: Mapping[str, DeskTerms], item: DeskItem | None
) -> tuple[Page[Intervention], UUID | None, DeskCounts]:
    """The page, the cursor that it begins at, and what is counted beside it."""
    page = list_work(wanted, after=cursor)
    whole = page.rows if not cursor and page.next is None else None
    counts = count_work(wanted, searches, item=item, whole=whole)
    if item and not cursor and (counts.position or 0) > len(page.rows):
        cursor = neighbours_of(item, wanted)[0]
        page = list_work(wanted, after=cursor)
    return page, cursor, counts


def _offered_terms() -> dict[str, Any]:
    known = known_terms()
    return {"texts": [(name, ", ".join(values)) for name, values in known.items()], "is_values": known["is"]}


def _addresses(request: HttpRequest, here: UUID | None, cursor: UUID | None) -> dict[str, str]:
    return {
        "list_carry": carried(request, ""),
        "list_bare": carried(request, "", selected=()),
        "list_path": reverse("web:desk_item", args=[here]) if here else reverse("web:desk"),
        "list_address": desk_address(request, here, cursor=str(cursor or ""), selected=()),
    }


def _counted(views: Iterable[View], counts: DeskCounts) -> list[tuple[View, int | None]]:
    return [(view, counts.views.get(view.q)) for view in views]


def selection_marks(page: Page[Intervention], total: int, selection: Selection) -> dict[str, Any]:
    """What the list marks: `elsewhere` are selected items that this page of it does not show."""
    here = {row.id for row in page.rows}
    return {
        "selection": selection,
        "ids": set(selection.ids),
        "elsewhere": [pk for pk in selection.ids if pk not in here],
        "count": total if selection.whole else len(selection.ids),
    }


def why_empty(wanted: DeskFilter, page: Page[Intervention], counts: DeskCounts) -> str:
    """Told apart, since each asks for something else: nothing waits, colleagues have it all, or the filters hide it."""
    if page.rows:
        return ""
    open_only = wanted.terms.status is QueueStatus.OPEN and not wanted.terms.narrowed
    unclaimed = wanted.terms.status is QueueStatus.OPEN and wanted.terms.flags == {"unclaimed"}
    if (open_only or unclaimed) and not counts.work.open:
        return "done"
    if unclaimed and counts.open:
        return "held"
    return "filtered" if wanted.terms.narrowed or wanted.pipeline or wanted.since else "none"


def _place_of(wanted: DeskFilter) -> str:
    """`in shop, in this time range`: what the top bar keeps the queue to, empty without."""
    pipeline = f"in {wanted.pipeline}" if wanted.pipeline else ""
    return ", ".join(filter(None, (pipeline, "in this time range" if wanted.since else "")))


def open_work_of(request: HttpRequest, now: datetime) -> OpenWork:
    """One statement where nothing that is open could be withheld, three where something could."""
    work = open_work(now)
    return open_work(now, seen_by_person(request)) if work.withholdable else work


def seen_by_person(request: HttpRequest) -> Q:
    return may_see(request.user.get_username(), blind_work_of(request))
