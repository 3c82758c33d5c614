"""The pages of the review desk: the queue on the left, one item on the right; htmx can fetch each part alone."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils import timezone

from validation.desk.queries.item import DeskItem, as_blind, load_item, undoable
from validation.desk.queries.selection import Selection
from validation.desk.web.address import desk_address, selection_of
from validation.desk.web.form import RulingForm, page_loaded_at
from validation.desk.web.item import comments_context, foot_context, item_context, subject_of
from validation.desk.web.queue import filter_of, list_context
from validation.desk.web.selection import bulk_context
from validation.domain.intervention import Kind
from validation.platform.pages.access import viewer_page
from validation.platform.pages.page import found_or_404, render_page, wants_part
from validation.platform.pages.parameters import query_text, read_uuid
from validation.platform.pages.scope import scope_of
from validation.platform.people import colleagues
from validation.platform.permissions import can_rule
from validation.response.queries.blind_attempts import blind_item, blind_question
from validation.response.web.blind import blind_work_of


@viewer_page
def desk(request: HttpRequest) -> HttpResponse:
    now = timezone.now()
    if wants_part(request, "desk-list"):
        return render_page(request, "desk/_list.html", list_context(request, now))
    if _only_selecting(request):
        selection = selection_of(request)
        context = bulk_context(request, filter_of(request, now), selection) if selection else list_context(request, now)
        return render_page(request, "desk/_selection_alone.html", context)
    return show_desk(request, now)


def _only_selecting(request: HttpRequest) -> bool:
    """The browser's checkboxes are newer than a list rendered now would be, so only the pane is sent."""
    return wants_part(request, "desk-item") and request.htmx.trigger in ("desk-selection", "desk-item")  # type: ignore[attr-defined]


def show_desk(
    request: HttpRequest,
    now: datetime,
    *,
    selection: Selection | None = None,
    form: RulingForm | None = None,
    status: int = 200,
) -> HttpResponse:
    """The desk with the selection, or without an open item. `selection` overrides the one in the URL."""
    selection = selection_of(request) if selection is None else selection
    context = {**list_context(request, now, selection=selection), **_frame(request, now)}
    if selection:
        context |= bulk_context(request, context["wanted"], selection, form)
    template = "desk/_item_alone.html" if wants_part(request, "desk-item") else "desk/page.html"
    return render_page(request, template, context, status=status)


@viewer_page
def desk_item(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Parameters: `subject` opens an occurrence of a group, `form` the form of a ruling, `view` as on the attempt's
    page."""
    now = timezone.now()
    if wants_part(request, "desk-list"):
        return render_page(request, "desk/_list.html", list_context(request, now, pk))
    if wants_part(request, "desk-foot"):
        return show_foot(request, pk, now)
    if wants_part(request, "desk-thread"):
        return show_thread(request, pk, now)
    return show_item(request, pk, now)


def show_foot(request: HttpRequest, pk: UUID, now: datetime, *, also: dict[str, Any] | None = None) -> HttpResponse:
    """The footer with holder, pending rulings and actions: the part of an item that changes while it is read."""
    item = require_item(request, pk, now)
    if first := answer_first(request, item):
        return HttpResponseRedirect(desk_address(request, first))
    foot = foot_context(request, item, now, as_of=page_loaded_at(request))
    return render_page(request, "desk/form/_foot_alone.html", {**foot, **(also or {})})


def show_thread(request: HttpRequest, pk: UUID, now: datetime) -> HttpResponse:
    """The comments alone, so that a refresh keeps the comment being typed."""
    item = require_item(request, pk, now)
    if first := answer_first(request, item):
        return HttpResponseRedirect(desk_address(request, first))
    return render_page(request, "desk/talk/_thread_alone.html", comments_context(request, item, colleagues()))


def show_item(
    request: HttpRequest,
    pk: UUID,
    now: datetime,
    *,
    form: RulingForm | None = None,
    also: dict[str, Any] | None = None,
    status: int = 200,
) -> HttpResponse:
    """`also` overrides the item's context."""
    item = require_item(request, pk, now)
    if first := answer_first(request, item):
        return HttpResponseRedirect(desk_address(request, first))
    listed = list_context(request, now, pk, item=item)
    context = {
        **listed,
        **_frame(request, now),
        **item_context(request, item, now, form, counts=listed["counts"]),
        **(also or {}),
    }
    template = "desk/_item_alone.html" if wants_part(request, "desk-item") else "desk/page.html"
    return render_page(request, template, context, status=status)


def require_item(request: HttpRequest, pk: UUID, now: datetime) -> DeskItem:
    found = load_item(pk, now=now, subject_id=query_text(request, "subject"))
    item, blind = found_or_404(found, "There is no such intervention."), blind_work_of(request)
    if item.kind != Kind.AUDIT and read_uuid(item.subject_id) in blind.attempts:
        asked = blind_question(request.user.get_username(), item.id)
        if asked:
            return as_blind(item, asked)
    return item.without(blind) if blind.attempts else item


def answer_first(request: HttpRequest, item: DeskItem) -> UUID | None:
    """The audit that this person must answer before the verdict and rulings are shown; None without one. It may be
    about the item or about the one of its group that is asked for."""
    if item.kind == Kind.AUDIT:
        return None
    shown, blind = subject_of(request, item), blind_work_of(request)
    awaited = {read_uuid(item.subject_id): item.is_awaited}
    if shown:
        awaited[read_uuid(shown.subject_id)] = item.is_awaited and shown.settled_at is None
    attempt = next((pk for pk, waits in awaited.items() if blind.withholds(pk, awaited=waits)), None)
    return blind_item(request.user.get_username(), attempt=attempt, hidden=blind.attempts) if attempt else None


def _frame(request: HttpRequest, now: datetime) -> dict[str, Any]:
    return {"scope": scope_of(request, now=now), "help_keys": "desk/_keys.html", "undoable": undoable_by(request, now)}


def undoable_by(request: HttpRequest, now: datetime) -> Any:
    return undoable(request.user.get_username(), now=now) if can_rule(request.user) else ()
