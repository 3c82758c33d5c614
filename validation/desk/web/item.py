"""The context of one item: its subject, and the footer with the possible actions."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any
from uuid import UUID

from django.http import HttpRequest

from validation.desk.queries.comments import thread_of
from validation.desk.queries.counts import DeskCounts, count_work
from validation.desk.queries.item import DeskItem, Subject, activity_of, concerns_of, count_waiting, last_undone
from validation.desk.queries.queue import neighbours_of
from validation.desk.web.address import carried, desk_address, selection_of
from validation.desk.web.form import RulingForm, choices_for, fresh_form
from validation.desk.web.panes import ItemPane, pane_of
from validation.desk.web.queue import filter_of
from validation.domain.desk.snooze import latest_snooze, snooze_presets
from validation.domain.intervention import Kind
from validation.platform.gates import gate_of
from validation.platform.pages.page import address_of
from validation.platform.pages.parameters import choice_of, number_of, query_text, read_uuid
from validation.platform.people import colleagues
from validation.platform.permissions import can_administer, can_rule
from validation.response.queries.evidence_chain import load_evidence
from validation.response.web.attempt import VIEWS, evidence_context, rendered_context
from validation.response.web.blind import blind_work_of

_TITLE_HOLDS = 130
"""Characters of a query that always fit into the title of an item."""
SUBJECT_PART = "desk-subject"
"""The htmx target with which the desk requests only the subject's part of a gate's page."""


def item_context(
    request: HttpRequest,
    item: DeskItem,
    now: datetime,
    form: RulingForm | None = None,
    *,
    counts: DeskCounts | None = None,
    as_of: datetime | None = None,
) -> dict[str, Any]:
    """Pass the `counts` of the list if they are loaded already, and `as_of` if the body on the page stays, which was
    loaded then."""
    foot = {**_planning(request, item, now), **foot_context(request, item, now, counts, as_of=as_of)}
    person = request.user.get_username()
    if pane := pane_of(item, person):
        shown = {**foot, "activity": activity_of(item, "")}
        return {**shown, **pane.context(request, item)}
    subject = subject_of(request, item)
    attempt = attempt_of(item, subject)
    record = load_evidence(attempt) if attempt else None
    opened = request.GET.get("form", "") if can_rule(request.user) else ""
    undone = None
    if form is None and foot["can_work"]:
        undone = last_undone(item, subject, person)
    proposal = record.proposal if record else None
    context = {
        **foot,
        "subject_page": _page_of(item, subject) if subject else "",
        "activity": activity_of(item, subject.subject_id if subject else ""),
        "taken_up": bool(undone and undone.message),
        "form": form or fresh_form(proposal, item, chosen=opened, whole_group=subject is None, undone=undone),
        "reached": item.left if as_of is None or subject else count_waiting(item.id, as_of),
    }
    if record is not None:
        context |= {
            **evidence_context(
                record.without(blind_work_of(request).attempts), now=now, page=number_of(request, "claims")
            ),
            "view": choice_of(request, "view", VIEWS) or "marked",
        }
        query = context["query"]
        context["more_query"] = len(query.raw) > _TITLE_HOLDS or query.purpose or query.resolved not in ("", query.raw)
        if context["view"] == "rendered":
            context |= rendered_context(record, context["chain"])
    return context


def _planning(request: HttpRequest, item: DeskItem, now: datetime) -> dict[str, Any]:
    """Comments, possible assignees and snooze times. Reviewers cannot assign audits to others."""
    person = request.user.get_username()
    may_plan = can_rule(request.user) and not item.is_closed
    own_only = item.kind == Kind.AUDIT and not can_administer(request.user)
    people = colleagues()
    return {
        **comments_context(request, item, people),
        "may_plan": may_plan,
        "assignees": () if own_only else [name for name, may_rule in people.items() if may_rule and name != person],
        "presets": snooze_presets(due_at=item.due_at, priority=item.priority, now=now),
        "latest_snooze": latest_snooze(due_at=item.due_at, priority=item.priority, now=now),
    }


def comments_context(request: HttpRequest, item: DeskItem, people: Collection[str]) -> dict[str, Any]:
    carry = carry_of(request, subject_of(request, item))
    thread = thread_of(item, request.user.get_username(), people)
    return {"thread": thread, "names": people, "item": item, "carry": carry}


def foot_context(
    request: HttpRequest,
    item: DeskItem,
    now: datetime,
    counts: DeskCounts | None = None,
    *,
    as_of: datetime | None = None,
) -> dict[str, Any]:
    """A ruling on a whole group reaches what its table shows. The footer comes anew more often than the table, so it
    asks for itself with the time of the table, `as_of`."""
    loaded = (as_of or now).isoformat()
    subject, wanted = subject_of(request, item), filter_of(request, now)
    return {
        "now": now,
        "item": item,
        "subject": subject,
        "counts": counts or count_work(wanted, item=item),
        "neighbours": neighbours_of(item, wanted),
        **_work_context(request, item, subject, now),
        "selecting": selection_of(request),
        "carry": carry_of(request, subject) if subject else carried(request, "", as_of=loaded),
        "list_carry": carried(request, ""),
        "as_of": loaded,
        "group_address": desk_address(request, item.id) if item.is_group and subject else "",
    }


def _work_context(request: HttpRequest, item: DeskItem, subject: Subject | None, now: datetime) -> dict[str, Any]:
    """What is left to do on the item, and what this person may do."""
    person, may_rule = request.user.get_username(), can_rule(request.user)
    pane = pane_of(item, person)
    waits = item.left > 0 if subject is None else subject.waits
    can_work = may_rule and waits and not item.is_closed and (pane is None or pane.may_work(item, person))
    by_other = bool(item.holder) and item.holder != person
    own_pending = [line for line in item.pending if line.by == person and line.effective_at > now]
    gate, group = gate_of(item.gate), subject is None
    again = item.kind == Kind.HALT and gate.work is not None
    concerns = concerns_of(item, subject.subject_id) if subject and can_work and not pane else ()
    has = {"has_draft": gate.has_drafts, "whole_group": group, "concerns": bool(concerns), "crowded": again}
    choices = () if pane else choices_for(**has)
    return {
        "form_choices": [one for one in choices if not one.aside],
        "more_choices": [one for one in choices if one.aside],
        "concerns": concerns,
        "can_judge_again": again,
        "can_rule": may_rule,
        "mine": item.holder == person,
        "held": by_other,
        "own_pending": own_pending,
        "can_work": can_work,
        "undo_in_foot": bool(own_pending) and not can_work and not by_other and not item.is_closed,
        "key_hint": key_hint(item, subject, person=person, can_rule=may_rule, waits=waits, pane=pane),
    }


def carry_of(request: HttpRequest, subject: Subject | None) -> str:
    return carried(request, "", subject=subject.subject_id if subject else "")


def subject_of(request: HttpRequest, item: DeskItem) -> Subject | None:
    """The requested subject, else the item's own; None for a group as a whole."""
    asked = item.subject(query_text(request, "subject"))
    if asked or item.is_group:
        return asked
    return item.subject(item.subject_id) or (item.subjects[0] if item.subjects else None)


def is_gone(request: HttpRequest, item: DeskItem) -> bool:
    """Whether the requested subject is not part of the item."""
    asked = query_text(request, "subject")
    return bool(asked) and item.subject(asked) is None


def _page_of(item: DeskItem, subject: Subject) -> str:
    """Empty if the gate has no page of its own for subjects."""
    pipeline = item.pipeline.name if item.pipeline else ""
    return address_of(gate_of(item.gate).subject_page, subject.subject_id, pipeline)


def attempt_of(item: DeskItem, subject: Subject | None) -> UUID | None:
    """The key of the attempt; None if the subject is not one."""
    return read_uuid(subject.subject_id) if subject and gate_of(item.gate).has_drafts else None


def key_hint(
    item: DeskItem, subject: Subject | None, *, person: str, can_rule: bool, waits: bool, pane: ItemPane | None
) -> str:
    """The hint shown when a key has no effect on this item."""
    if not can_rule:
        return "You can read here. Ruling needs the role reviewer: ask an admin."
    if item.holder and item.holder != person:
        return f"{item.holder} is reviewing this. J goes to the next item."
    if item.is_closed or not waits:
        return "Nothing is left to rule here. J goes to the next item."
    if pane is not None:
        return pane.key_hint
    if subject is None:
        return (
            "A whole group takes V (judge all again), F (fail all) and D (dismiss all). "
            "Open one of it to approve it, edit it or send it back."
        )
    if not gate_of(item.gate).has_drafts:
        return "Nothing was drafted here, so nothing can be edited or sent back. A, F and D rule on it."
    return "That key does nothing on this item. ? lists all keys."
