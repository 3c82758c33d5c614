"""What colleagues settle among themselves about an item: comments, whose it is, and when it is looked at."""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone

from validation.desk.actions import planning
from validation.desk.queries.item import DeskItem
from validation.desk.queries.queue import next_work
from validation.desk.web.address import desk_address
from validation.desk.web.desk import answer_first, require_item, show_foot, undoable_by
from validation.desk.web.item import comments_context
from validation.desk.web.queue import filter_of
from validation.domain.codes.problems import ProblemCode
from validation.domain.errors import DomainError
from validation.platform.pages.access import reviewer_action
from validation.platform.pages.forms import refusals_as_messages
from validation.platform.pages.page import render_page, wants_part
from validation.platform.pages.parameters import form_text, read_number, read_time
from validation.platform.pages.times import span_words
from validation.platform.people import colleagues
from validation.platform.permissions import can_administer


@reviewer_action
def comment(request: HttpRequest, pk: UUID) -> HttpResponse:
    now, text = timezone.now(), form_text(request, "text")
    item = require_item(request, pk, now)
    refused = ""
    if first := answer_first(request, item):
        return HttpResponseRedirect(desk_address(request, first))
    try:
        planning.add_comment(intervention_id=pk, text=text, by=request.user.get_username(), now=now)
    except DomainError as error:
        refused = error.detail
    if wants_part(request, "desk-comments"):
        return _comments(request, require_item(request, pk, now), typed=text if refused else "", refused=refused)
    if refused:
        messages.warning(request, refused)
    return HttpResponseRedirect(f"{desk_address(request, pk)}#desk-comments")


def _comments(request: HttpRequest, item: DeskItem, *, typed: str, refused: str) -> HttpResponse:
    context = {
        **comments_context(request, item, colleagues()),
        "can_rule": True,
        "typed": typed,
        "refused": refused,
    }
    response = render_page(request, "desk/talk/_comments_alone.html", context, status=422 if refused else 200)
    if refused:
        response["HX-Retarget"] = "#desk-comments"
    return response


@reviewer_action
def assign(request: HttpRequest, pk: UUID) -> HttpResponse:
    """To the person of the button that was pressed; its value is empty for nobody."""
    now, to = timezone.now(), form_text(request, "assigned_to")
    any_audit = can_administer(request.user)
    with refusals_as_messages(request):
        planning.assign(intervention_id=pk, to=to, by=request.user.get_username(), now=now, any_audit=any_audit)
    if wants_part(request, "desk-foot"):
        return show_foot(request, pk, now, also={"oob_toasts": True, "undoable": undoable_by(request, now)})
    return HttpResponseRedirect(desk_address(request, pk))


@reviewer_action
def snooze(request: HttpRequest, pk: UUID) -> HttpResponse:
    """For `minutes`, `until` a time, or with `wake` not any more. Goes on to the next item when this one has left; the
    message that says so is tagged with the address that takes it back."""
    now = timezone.now()
    item = require_item(request, pk, now)
    with refusals_as_messages(request):
        until = _until(request, now)
        planning.snooze(intervention_id=pk, until=until, by=request.user.get_username(), now=now)
        if until is not None:
            said = f"Snoozed for {span_words(until - now)}. is:snoozed lists it."
            messages.success(request, said, extra_tags=reverse("web:desk_snooze", args=[pk]))
            return HttpResponseRedirect(desk_address(request, next_work(item, filter_of(request, now))))
        messages.success(request, "Back in the queue.")
    return HttpResponseRedirect(desk_address(request, pk))


def _until(request: HttpRequest, now: datetime) -> datetime | None:
    """A time without a zone is in UTC; the page sends the time of its reader with one."""
    if "wake" in request.POST:
        return None
    minutes, found = read_number(request.POST.get("minutes", "")), read_time(request.POST.get("until", ""))
    if minutes is not None:
        return now + timedelta(minutes=minutes)
    if found is None:
        raise ProblemCode.SNOOZE_INVALID.error("time")
    return found if found.tzinfo else found.replace(tzinfo=timezone.get_default_timezone())
