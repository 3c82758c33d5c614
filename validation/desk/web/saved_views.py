"""Views: searches under a name, each with its number. The desk has its own, and everybody saves more."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from validation.desk.actions import saved_views
from validation.desk.queries.terms import LONGEST, DeskTerms, read_terms
from validation.desk.web.address import desk_address
from validation.models import SavedView
from validation.platform.pages.access import reviewer_action
from validation.platform.pages.forms import refusals_as_messages
from validation.platform.pages.page import acting
from validation.platform.pages.parameters import form_text
from validation.platform.permissions import can_rule


@dataclass(frozen=True, slots=True)
class View:
    """`id` is that of a saved one. `icon` stands for its name where there is no place to spare: such a view is shown
    while it has items, or is open."""

    name: str
    q: str
    id: int | None = None
    icon: str = ""
    alarming: bool = False

    @property
    def terms(self) -> DeskTerms:
        return read_terms(self.q)


TABS = (
    View("Open", "is:open"),
    View("Mine", "is:open mine"),
    View("Unclaimed", "is:open unclaimed"),
    View("Overdue", "is:open overdue", alarming=True),
    View("Snoozed", "is:snoozed", icon="moon"),
    View("Ruled", "is:ruled"),
)


def views_of(request: HttpRequest) -> list[View]:
    """Those that this person saved."""
    saved = SavedView.objects.filter(person=request.user.pk).order_by("name") if can_rule(request.user) else ()
    return [View(one.name, one.q, one.pk) for one in saved]


@reviewer_action
def save_view(request: HttpRequest) -> HttpResponse:
    """Saves the search `q` as `name`; the same name again replaces it."""
    q = form_text(request, "q").strip()[:LONGEST] or "is:open"
    with refusals_as_messages(request):
        view = saved_views.save_view(**_who(request), name=form_text(request, "name"), q=q)
        messages.success(request, f"Saved as {view.name}.")
    return HttpResponseRedirect(desk_address(request, q=q))


@reviewer_action
def rename_view(request: HttpRequest, pk: int) -> HttpResponse:
    with refusals_as_messages(request):
        view = saved_views.rename_view(**_who(request), view_id=pk, name=form_text(request, "name"))
        messages.success(request, f"Renamed to {view.name}.")
    return HttpResponseRedirect(desk_address(request))


@reviewer_action
def delete_view(request: HttpRequest, pk: int) -> HttpResponse:
    with refusals_as_messages(request):
        saved_views.delete_view(**_who(request), view_id=pk)
        messages.success(request, "The view is deleted; no item was touched.")
    return HttpResponseRedirect(desk_address(request))


def _who(request: HttpRequest) -> dict[str, Any]:
    return {"person_id": request.user.pk, **acting(request)}
