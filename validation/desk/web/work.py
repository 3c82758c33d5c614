"""The reviewer's actions at the desk: claim, release, rule, undo, and judge again.

Each redirects to what comes next; htmx follows redirects as a browser does. A refused action shows the item again with
the form as typed and the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from uuid import UUID

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.utils import timezone

from validation.desk.actions import claims, rejudging, rulings
from validation.desk.queries.item import DeskItem, Subject
from validation.desk.queries.queue import next_work
from validation.desk.web.address import desk_address
from validation.desk.web.desk import answer_first, require_item, show_foot, show_item, undoable_by
from validation.desk.web.form import RulingForm, fresh_form, page_loaded_at, posted_form
from validation.desk.web.item import attempt_of, is_gone, item_context, subject_of
from validation.desk.web.queue import filter_of, list_context
from validation.domain.codes.problems import ProblemCode
from validation.domain.errors import Conflict, DomainError, NotFound
from validation.models import Intervention
from validation.platform.pages.access import reviewer_action
from validation.platform.pages.forms import refusals_as_messages
from validation.platform.pages.page import acting, render_instead, wants_part
from validation.platform.pages.times import refusal_words
from validation.platform.tasks import enqueue_judgings
from validation.response.queries.evidence_chain import read_proposal


def _holding(act: Callable[..., Intervention]) -> Callable[..., HttpResponseBase]:
    @reviewer_action
    def hold(request: HttpRequest, pk: UUID) -> HttpResponse:
        """In the footer a failed claim needs no message, because the footer shows who holds the item."""
        now, in_foot = timezone.now(), wants_part(request, "desk-foot")
        try:
            act(intervention_id=pk, by=request.user.get_username(), now=now)
        except (Conflict, NotFound) as error:
            if not in_foot:
                messages.warning(request, refusal_words(error))
        if in_foot:
            return show_foot(request, pk, now)
        if "quiet" in request.GET:  # sent while leaving the page, so nobody reads the response
            return HttpResponse(status=204)
        return HttpResponseRedirect(desk_address(request, pk, subject=request.GET.get("subject", "")))

    return hold


claim, heartbeat, release = (_holding(act) for act in (claims.claim, claims.keep, claims.release))


@reviewer_action
def rule(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Rules on the occurrence `subject`, or without one on all occurrences of the group up to `as_of`."""
    now = timezone.now()
    item = require_item(request, pk, now)
    if first := pk if item.blind else answer_first(request, item):
        messages.warning(request, "Answer the checks first. The verdict and the rulings come then.")
        return HttpResponseRedirect(desk_address(request, first))
    subject = subject_of(request, item)
    attempt = attempt_of(item, subject)
    offered = fresh_form(read_proposal(attempt) if attempt else None, item, whole_group=subject is None)
    form = posted_form(request, offered)
    try:
        if is_gone(request, item):
            raise ProblemCode.ALREADY_SETTLED.error()
        _rule(request, item, subject, form, now)
    except DomainError as error:
        item = require_item(request, pk, now)  # a concurrent request may have stored a ruling since the first read
        if error.code == "already_ruled" and _is_repeated(request, item, subject, form):
            messages.info(request, "You have ruled on this already. U undoes it.")
            return HttpResponseRedirect(_next_address(request, item, now))
        form.refuse(error)
        return _refused(request, item, form, error, now)
    return HttpResponseRedirect(_next_address(request, item, now))


def _is_repeated(request: HttpRequest, item: DeskItem, subject: Subject | None, form: RulingForm) -> bool:
    """Whether the reviewer's own pending ruling equals the submitted one: the same key pressed twice, here or in
    another tab. With an edited response it is not a repeat, so that the edit is not lost."""
    text = form.text()
    sent = (request.user.get_username(), form.chosen, text.note, text.hints, text.message)
    own = [line for line in item.pending if subject and line.subject_id == subject.subject_id]
    return not text.response_md and any((one.by, one.ruling, one.note, one.hints, one.message) == sent for one in own)


def _rule(request: HttpRequest, item: DeskItem, subject: Subject | None, form: RulingForm, now: datetime) -> None:
    by, as_of = request.user.get_username(), page_loaded_at(request)
    ruling, text = ProblemCode.RULING_UNKNOWN.unless(form.chosen_ruling), form.text()
    if subject is None:
        rulings.rule_group(intervention_id=item.id, ruling=ruling, by=by, now=now, text=text, as_of=as_of)
        return
    rulings.rule(
        intervention_id=item.id,
        ruling=ruling,
        by=by,
        now=now,
        text=text,
        subject_id=subject.subject_id,
        confirmed=form.confirmed,
    )


def _next_address(request: HttpRequest, item: DeskItem, now: datetime) -> str:
    """The next waiting occurrence of the group, else the next item, else the desk."""
    if item.is_group and request.GET.get("subject"):
        item = require_item(request, item.id, now)
        if following := next((one for one in item.subjects if one.waits), None):
            return desk_address(request, item.id, subject=following.subject_id)
    return desk_address(request, next_work(item, filter_of(request, now)))


def _refused(request: HttpRequest, item: DeskItem, form: RulingForm, error: DomainError, now: datetime) -> HttpResponse:
    """409 if somebody was faster, 422 if the ruling is incomplete. htmx gets only form and footer; after a 409 also the
    list and the undo toasts, which have changed; the whole item if its subject is gone."""
    status = 409 if isinstance(error, Conflict) else 422
    if is_gone(request, item) or not wants_part(request, "desk-item"):
        return show_item(request, item.id, now, form=form, status=status)
    context = item_context(request, item, now, form, as_of=page_loaded_at(request))
    if status == 409:
        context |= {**list_context(request, now, item.id), "undoable": undoable_by(request, now), "changed": True}
    return render_instead(request, "desk/form/_form_alone.html", context, target="desk-form", status=status)


@reviewer_action
def judge_again(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Requeues everything halted in the item, which closes by itself once all of it is judged."""
    with refusals_as_messages(request):
        with transaction.atomic():
            queued = rejudging.rejudge_group(intervention_id=pk, **acting(request))
            item = require_item(request, pk, timezone.now())
            call_judge(item.gate, queued)
        messages.success(request, _queued_words(item.subject_noun, len(queued)))
    return HttpResponseRedirect(desk_address(request, pk))


def call_judge(gate: str, subject_ids: Sequence[str]) -> None:
    """Wakes workers for requeued subjects, on commit."""
    transaction.on_commit(partial(enqueue_judgings, gate, subject_ids))


def _queued_words(noun: str, count: int) -> str:
    if not count:
        return "All of it is being judged already."
    several = f"{noun.removesuffix('sis')}ses" if noun.endswith("sis") else f"{noun}s"
    return f"Judging 1 {noun} again." if count == 1 else f"Judging {count} {several} again."


@reviewer_action
def undo(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Takes one's own pending rulings back and opens the item again."""
    with refusals_as_messages(request):
        rulings.undo(intervention_id=pk, **acting(request))
        messages.success(request, "Taken back.")
    return HttpResponseRedirect(desk_address(request, pk))
