"""Saved views: a search of the desk kept under a name, as a tab beside the built-in ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils import timezone

from validation.desk.actions import saved_views
from validation.desk.queries.desk_counts import DeskCounts
from validation.desk.queries.desk_terms import LONGEST
from validation.desk.web.desk_address import desk_address
from validation.models import SavedView
from validation.platform.pages.access import reviewer_action
from validation.platform.pages.forms import refusals_told
from validation.platform.pages.lists import form_text


def view_tabs(views: Sequence[SavedView], counts: DeskCounts, asked: str) -> list[dict[str, Any]]:
    return [
        {"id": one.pk, "name": one.name, "q": one.q, "count": counts.views.get(str(one.pk)), "active": one.q == asked}
        for one in views
    ]


@reviewer_action
def save_view(request: HttpRequest) -> HttpResponse:
    """Saves the search `q` as `name`; the same name again replaces it."""
    q = form_text(request, "q").strip()[:LONGEST] or "is:open"
    with refusals_told(request):
        view = saved_views.save_view(**_who(request), name=form_text(request, "name"), q=q)
        messages.success(request, f"Saved as {view.name}.")
    return HttpResponseRedirect(desk_address(request, q=q))


@reviewer_action
def rename_view(request: HttpRequest, pk: int) -> HttpResponse:
    with refusals_told(request):
        view = saved_views.rename_view(**_who(request), view_id=pk, name=form_text(request, "name"))
        messages.success(request, f"Renamed to {view.name}.")
    return HttpResponseRedirect(desk_address(request))


@reviewer_action
def delete_view(request: HttpRequest, pk: int) -> HttpResponse:
    with refusals_told(request):
        saved_views.delete_view(**_who(request), view_id=pk)
        messages.success(request, "The view is deleted; no item was touched.")
    return HttpResponseRedirect(desk_address(request))


def _who(request: HttpRequest) -> dict[str, Any]:
    return {"person_id": request.user.pk, "by": request.user.get_username(), "now": timezone.now()}
