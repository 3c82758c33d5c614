"""What a person does with an audit at the desk: answer it, and look through its evidence."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from uuid import UUID

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils import timezone

from validation.desk.web.desk import require_item, show_item
from validation.desk.web.desk_address import desk_address
from validation.desk.web.desk_pane import item_context
from validation.domain.errors import Conflict
from validation.domain.intervention import Kind
from validation.platform.live import Topic, publish
from validation.platform.pages.access import reviewer_action, viewer_page
from validation.platform.pages.lists import number_of, query_text, read_uuid
from validation.platform.pages.page import render_page, wants_part
from validation.trust.queries.blind import BlindItem, load_blind
from validation.trust.web.audit_form import AuditForm, give_answer
from validation.trust.web.audit_pane import blind_context


@reviewer_action
def answer(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Stores the answer and shows the verdict beside it; what is missing is told in place."""
    now = timezone.now()
    blind = _require(request, pk, now)
    form = AuditForm.of(request)
    if not form.attempt(give_answer, opinion_id=blind.opinion.pk, by=request.user.get_username(), now=now):
        return _refused(request, pk, form, now)
    transaction.on_commit(partial(publish, Topic.INTERVENTIONS, str(pk)))
    messages.success(request, "Answered. The verdict is beside your answer.")
    return HttpResponseRedirect(desk_address(request, pk))


@viewer_page
def evidence(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The evidence of an audit, searched or another page of it."""
    blind = _require(request, pk, timezone.now())
    context = blind_context(blind, words=query_text(request, "q"), page=number_of(request, "page"))
    if not wants_part(request, "audit-evidence"):
        return HttpResponseRedirect(desk_address(request, pk))
    return render_page(request, "trust/_evidence.html", {**context, "item": {"id": pk}})


def _require(request: HttpRequest, pk: UUID, now: datetime) -> BlindItem:
    item = require_item(request, pk, now)
    opinion = read_uuid(item.subject_id) if item.kind == Kind.AUDIT else None
    blind = load_blind(opinion, person=request.user.get_username()) if opinion else None
    if blind is None:
        raise Http404("There is no such audit.")
    return blind


def _refused(request: HttpRequest, pk: UUID, form: AuditForm, now: datetime) -> HttpResponse:
    """409 when somebody was faster, 422 when something is missing. htmx gets the form and the foot alone."""
    status = 409 if isinstance(form.refused, Conflict) else 422
    told = {"audit_form": form}
    if not wants_part(request, "desk-item"):
        return show_item(request, pk, now, also=told, status=status)
    item = require_item(request, pk, now)
    context = {**item_context(request, item, now), **told}
    response = render(request, "trust/_answer_form_alone.html", context, status=status)
    response["HX-Retarget"], response["HX-Reswap"], response["HX-Push-Url"] = "#audit-form", "outerHTML", "false"
    return response
