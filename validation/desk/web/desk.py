"""The review desk: the queue on the left, one item on the right, each fetched alone when only it changed."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from validation.desk.queries.approval import concerns_of
from validation.desk.queries.desk import DeskFilter, DeskPage, list_work, neighbours_of
from validation.desk.queries.desk_counts import DeskCounts, count_work
from validation.desk.queries.desk_item import DeskItem, Subject, activity_of, load_item, undoable
from validation.desk.queries.desk_selection import Selection
from validation.desk.queries.desk_terms import FLAGS, KNOWN, LONGEST, Which, read_terms
from validation.desk.queries.saved_views import views_of
from validation.desk.web.desk_address import MOST_NAMED, carried, desk_address, selection_of
from validation.desk.web.desk_form import RulingForm, choices_for, fresh_form
from validation.desk.web.desk_keys import key_hint
from validation.desk.web.desk_parts import own_page
from validation.desk.web.desk_selection import bulk_context
from validation.desk.web.desk_views import view_tabs
from validation.desk.web.panes import pane_of
from validation.domain.check import CheckName
from validation.domain.intervention import Kind
from validation.platform.gates import gate_of
from validation.platform.pages.access import viewer_page
from validation.platform.pages.lists import choice_of, number_of, read_uuid, text_of, uuid_of
from validation.platform.pages.page import show, wants_part
from validation.platform.pages.scope import scope_of
from validation.platform.permissions import can_rule
from validation.response.queries.blind_attempts import blind_item
from validation.response.queries.evidence_chain import load_evidence
from validation.response.queries.evidence_facts import EvidenceRecord
from validation.response.web.attempt import VIEWS, evidence_context, rendered_context
from validation.response.web.blind import hidden_from

_TABS = (
    ("Open", "is:open", "open"),
    ("Mine", "is:open mine", "mine"),
    ("Unclaimed", "is:open unclaimed", "unclaimed"),
    ("Overdue", "is:open overdue", "overdue"),
    ("Ruled", "is:ruled", ""),
)
_DEFAULT = "is:open"
_TITLE_HOLDS = 130
"""Characters of a query that the title of an item shows for sure."""


@require_safe
@viewer_page
def desk(request: HttpRequest) -> HttpResponse:
    now = timezone.now()
    if wants_part(request, "desk-list"):
        return show(request, "desk/_list.html", list_context(request, now))
    if _only_selecting(request):
        selection = selection_of(request)
        told = bulk_context(request, filter_of(request, now), selection) if selection else list_context(request, now)
        return show(request, "desk/_selection_alone.html", told)
    return show_desk(request, now)


def _only_selecting(request: HttpRequest) -> bool:
    """The marks in the list are newer than what this answer could say of them, so the pane is sent without the list."""
    return wants_part(request, "desk-item") and request.htmx.trigger in ("desk-selection", "desk-item")  # type: ignore[attr-defined]


def show_desk(
    request: HttpRequest,
    now: datetime,
    *,
    selection: Selection | None = None,
    form: RulingForm | None = None,
    status: int = 200,
) -> HttpResponse:
    """What is selected, or where to begin. `selection` stands for that of the address."""
    selection = selection_of(request) if selection is None else selection
    context = {**list_context(request, now, selection=selection), **_frame(request, now)}
    if selection:
        context |= bulk_context(request, context["wanted"], selection, form)
    template = "desk/_item_alone.html" if wants_part(request, "desk-item") else "desk/page.html"
    return show(request, template, context, status=status)


@require_safe
@viewer_page
def desk_item(request: HttpRequest, pk: UUID) -> HttpResponse:
    """`subject` opens one occurrence of a group, `form` a ruling's form, `view` as on the attempt's page."""
    now = timezone.now()
    if wants_part(request, "desk-list"):
        return show(request, "desk/_list.html", list_context(request, now, pk))
    if wants_part(request, "desk-foot"):
        return show_foot(request, pk, now)
    return show_item(request, pk, now)


def show_foot(request: HttpRequest, pk: UUID, now: datetime) -> HttpResponse:
    """Who holds it, what is pending and what can be done: all of an item that changes under a reader's eyes."""
    item = require_item(request, pk, now)
    if first := _answer_first(request, item):
        return HttpResponseRedirect(desk_address(request, first))
    return show(request, "desk/_foot_alone.html", foot_context(request, item, now))


def show_item(
    request: HttpRequest,
    pk: UUID,
    now: datetime,
    *,
    form: RulingForm | None = None,
    also: dict[str, Any] | None = None,
    status: int = 200,
) -> HttpResponse:
    """`also` stands for what the item's own context says."""
    item = require_item(request, pk, now)
    if first := _answer_first(request, item):
        return HttpResponseRedirect(desk_address(request, first))
    listed = list_context(request, now, pk, item=item)
    context = {
        **listed,
        **_frame(request, now),
        **item_context(request, item, now, form, counts=listed["counts"]),
        **(also or {}),
    }
    template = "desk/_item_alone.html" if wants_part(request, "desk-item") else "desk/page.html"
    return show(request, template, context, status=status)


def require_item(request: HttpRequest, pk: UUID, now: datetime) -> DeskItem:
    item = load_item(pk, now=now, subject_id=text_of(request, "subject"))
    if item is None:
        raise Http404("There is no such intervention.")
    return item


def _answer_first(request: HttpRequest, item: DeskItem) -> UUID | None:
    """The audit that this person may have to answer before the verdict and its ruling are shown."""
    attempt = read_uuid(item.subject_id)
    if item.kind == Kind.AUDIT or attempt not in hidden_from(request):
        return None
    return blind_item(request.user.get_username(), attempt=attempt)


def _frame(request: HttpRequest, now: datetime) -> dict[str, Any]:
    return {"scope": scope_of(request, now=now), "help_keys": "desk/_keys.html", "undoable": undoable_by(request, now)}


def undoable_by(request: HttpRequest, now: datetime) -> Any:
    return undoable(request.user.get_username(), now=now) if can_rule(request.user) else ()


def filter_of(request: HttpRequest, now: datetime) -> DeskFilter:
    scope = scope_of(request, now=now)
    terms, person = read_terms(_asked(request)), request.user.get_username()
    return DeskFilter(terms, person, now, scope.pipeline, scope.since, hidden=hidden_from(request))


def _asked(request: HttpRequest) -> str:
    return text_of(request, "q")[:LONGEST] or _DEFAULT


def list_context(
    request: HttpRequest,
    now: datetime,
    here: UUID | None = None,
    *,
    item: DeskItem | None = None,
    selection: Selection | None = None,
) -> dict[str, Any]:
    """`here` is marked in the list; the place of `item` is counted."""
    wanted = filter_of(request, now)
    selection = selection_of(request) if selection is None else selection
    views = views_of(request.user.pk) if can_rule(request.user) else ()
    counts = count_work(wanted, {str(view.id): read_terms(view.q) for view in views}, item)
    page = list_work(wanted, after=uuid_of(request, "cursor"))
    asked = _asked(request)
    return {
        "now": now,
        "wanted": wanted,
        "asked": asked,
        "page": page,
        "counts": counts,
        "work": counts.work,
        "tabs": [(label, q, getattr(counts, name) if name else None, q == asked) for label, q, name in _TABS],
        "views": view_tabs(views, counts, asked),
        "why_empty": why_empty(wanted, page, counts),
        "held_by_others": wanted.terms.which is Which.OPEN and bool(counts.open) and not counts.free,
        "here": here,
        "known_terms": {"texts": [(name, ", ".join(told)) for name, told in KNOWN.items()], "is_values": KNOWN["is"]},
        "known_flags": FLAGS,
        "can_rule": can_rule(request.user),
        "most_named": MOST_NAMED,
        "picks": picks_of(page, counts.total, selection),
        "list_carry": carried(request, ""),
        "list_bare": carried(request, "", selected=()),
        "list_path": reverse("web:desk_item", args=[here]) if here else reverse("web:desk"),
        "list_address": desk_address(request, here, cursor=request.GET.get("cursor", ""), selected=()),
    }


def picks_of(page: DeskPage, total: int, selection: Selection) -> dict[str, Any]:
    """What the list marks: `elsewhere` are selected items that this page of it does not show."""
    here = {row.id for row in page.rows}
    return {
        "selection": selection,
        "ids": set(selection.ids),
        "elsewhere": [pk for pk in selection.ids if pk not in here],
        "count": total if selection.whole else len(selection.ids),
    }


def why_empty(wanted: DeskFilter, page: DeskPage, counts: DeskCounts) -> str:
    """Told apart, since each asks for something else: nothing waits, colleagues have it all, or the filters hide it."""
    if page.rows:
        return ""
    open_only = wanted.terms.which is Which.OPEN and not wanted.terms.narrowed and not wanted.since
    unclaimed = wanted.terms.which is Which.OPEN and wanted.terms.flags == {"unclaimed"}
    if (open_only or unclaimed) and not counts.open:
        return "done"
    if unclaimed and counts.open:
        return "held"
    return "filtered" if wanted.terms.narrowed or wanted.pipeline or wanted.since else "none"


def item_context(
    request: HttpRequest,
    item: DeskItem,
    now: datetime,
    form: RulingForm | None = None,
    *,
    counts: DeskCounts | None = None,
) -> dict[str, Any]:
    """`counts` are those of the list, where they are at hand."""
    foot = foot_context(request, item, now, counts)
    if pane := pane_of(item, request.user.get_username()):
        told = {**foot, "activity": activity_of(item, "")}
        return {**told, **pane.context(request, item)}
    subject = subject_of(request, item)
    record = record_of(item, subject)
    context = {
        **foot,
        "subject_page": own_page(item.gate, subject.subject_id, item.pipeline) if subject else "",
        "subject_has_part": gate_of(item.gate).page_has_part,
        "activity": activity_of(item, subject.subject_id if subject else ""),
        "check_names": [name.value for name in CheckName],
        "form": form or fresh_form(record, chosen=_opened(request), whole_group=subject is None),
    }
    if record is not None:
        context |= {
            **evidence_context(record, now=now, page=number_of(request, "claims")),
            "view": choice_of(request, "view", VIEWS) or "marked",
        }
        query = context["query"]
        context["more_query"] = len(query.raw) > _TITLE_HOLDS or query.purpose or query.resolved not in ("", query.raw)
        if context["view"] == "rendered":
            context |= rendered_context(record, context["chain"])
    return context


def _opened(request: HttpRequest) -> str:
    return request.GET.get("form", "") if can_rule(request.user) else ""


def foot_context(
    request: HttpRequest, item: DeskItem, now: datetime, counts: DeskCounts | None = None
) -> dict[str, Any]:
    person, subject = request.user.get_username(), subject_of(request, item)
    pane = pane_of(item, person)
    waits = item.left > 0 if subject is None else subject.waits
    can_work = can_rule(request.user) and waits and not item.is_closed
    can_work = can_work and (pane is None or pane.may_work(item, person))
    held = bool(item.holder) and item.holder != person
    concerns = concerns_of(item, subject.subject_id) if subject and can_work and not pane else ()
    gate = gate_of(item.gate)
    again = item.kind == Kind.HALT and gate.work is not None
    choices = (
        ()
        if pane
        else choices_for(
            has_draft=gate.has_drafts,
            whole_group=subject is None,
            concerns=bool(concerns),
            crowded=again,
        )
    )
    wanted = filter_of(request, now)
    counts = counts or count_work(wanted, item=item)
    own_pending = [line for line in item.pending if line.by == person and line.effective_at > now]
    return {
        "now": now,
        "item": item,
        "subject": subject,
        "counts": counts,
        "neighbours": neighbours_of(item, wanted),
        "form_choices": [one for one in choices if not one.aside],
        "more_choices": [one for one in choices if one.aside],
        "concerns": concerns,
        "can_judge_again": again,
        "can_rule": can_rule(request.user),
        "mine": item.holder == person,
        "held": held,
        "own_pending": own_pending,
        "can_work": can_work,
        "undo_in_foot": bool(own_pending) and not can_work and not held and not item.is_closed,
        "key_hint": key_hint(item, subject, person=person, can_rule=can_rule(request.user), waits=waits, pane=pane),
        "selecting": selection_of(request),
        "carry": carried(request, "", subject=subject.subject_id if subject and item.is_group else ""),
        "list_carry": carried(request, ""),
        "group_address": desk_address(request, item.id) if item.is_group and subject else "",
    }


def subject_of(request: HttpRequest, item: DeskItem) -> Subject | None:
    """None is a group as a whole."""
    asked = text_of(request, "subject")
    if item.is_group:
        return item.subject(asked) if asked else None
    return item.subject(item.subject_id) or (item.subjects[0] if item.subjects else None)


def record_of(item: DeskItem, subject: Subject | None) -> EvidenceRecord | None:
    pk = read_uuid(subject.subject_id) if subject and gate_of(item.gate).has_drafts else None
    return load_evidence(pk) if pk else None
