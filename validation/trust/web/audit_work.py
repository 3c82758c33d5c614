"""Audits on the desk: blind until the person has answered, then the verdict beside the answer."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.db.models import Exists
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils import timezone

from validation.context_md.query import read_query
from validation.desk.queries.item import DeskItem
from validation.desk.web.address import desk_address
from validation.desk.web.desk import require_item, show_item
from validation.desk.web.item import item_context
from validation.domain.check import CheckName
from validation.domain.errors import Conflict
from validation.domain.intervention import Kind
from validation.domain.trust.audit import CheckAnswer, OpinionState
from validation.domain.verdict import Decision
from validation.models import Opinion
from validation.platform.pages.access import reviewer_action, viewer_page
from validation.platform.pages.forms import ActionForm, PlainText, SeveralField
from validation.platform.pages.page import found_or_404, render_instead, render_page, wants_part
from validation.platform.pages.parameters import number_of, query_text, read_uuid
from validation.platform.permissions import can_rule
from validation.response.queries.whole_evidence import WholeEvidence
from validation.response.web.whole_evidence import evidence_page
from validation.trust.actions.answers import MOST_SPANS, SubmittedAnswer, answer
from validation.trust.queries.blind import BlindItem, answered_by, load_blind, load_verdict_comparison


class AuditPane:
    """The `ItemPane` (desk.web.panes) of an audit."""

    key_hint = "Answer each check with 1 (right), 2 (wrong) or 3 (cannot tell), then decide with A, R, T or F."

    def applies(self, item: DeskItem, person: str) -> bool:  # noqa: ARG002 - whoever looks at it
        return bool(item.kind == Kind.AUDIT)

    def may_work(self, item: DeskItem, person: str) -> bool:
        asked = Opinion.objects.filter(pk=UUID(item.subject_id), state=OpinionState.OPEN)
        return asked.exclude(Exists(answered_by(person))).exists()

    def context(self, request: HttpRequest, item: DeskItem) -> dict[str, Any]:
        person = request.user.get_username()
        blind = load_blind(UUID(item.subject_id), person=person)
        if blind is None:
            return {"pane_body": "trust/_gone.html", "pane_form": ""}
        if blind.opinion.by == person:
            also = {"comparison": load_verdict_comparison(blind.opinion.pk), "blind": blind}
            return {"pane_body": "trust/_verdict_comparison.html", "pane_form": "", **also}
        by_other = bool(item.holder) and item.holder != person
        may_answer = can_rule(request.user) and blind.opinion.state == OpinionState.OPEN and not blind.is_rater
        return {
            "pane_body": "trust/_blind.html",
            "pane_form": "trust/_answer_form.html" if may_answer and not by_other else "",
            **blind_context(blind),
            "audit_form": AuditForm(),
        }


def blind_context(blind: BlindItem, *, words: str = "", page: int | None = None) -> dict[str, Any]:
    """Context of the templates in templates/trust/ for an unanswered audit."""
    document = blind.text.document(writes_evidence=blind.writes_evidence)
    return {
        "blind": blind,
        "query": read_query(document),
        "shown": evidence_page(WholeEvidence(blind.opinion.pk, "", 0, document, ()), words=words, page=page),
        "words": words,
        "answers": ANSWERS,
        "decisions": DECISIONS,
    }


_SPAN = re.compile(r"(\d{1,9})-(\d{1,9})")
ANSWERS = (
    (CheckAnswer.RIGHT, "right", "1"),
    (CheckAnswer.WRONG, "wrong", "2"),
    (CheckAnswer.CANNOT_TELL, "cannot tell", "3"),
)
DECISIONS = (
    (Decision.APPROVE, "Approve", "approve", "a"),
    (Decision.REVISE, "Revise", "revise", "r"),
    (Decision.RETRY, "Retry", "retry", "t"),
    (Decision.FAIL, "Fail", "fail", "f"),
)


class AuditForm(ActionForm):
    """The answer form, keeping the input and its errors."""

    unsupported = SeveralField("", ())
    decision = PlainText(required=False)
    note = PlainText(required=False)

    def __init__(self, data: Any = None, **more: Any) -> None:
        super().__init__(data, **more)
        for name in CheckName:
            self.fields[f"check_{name}"] = PlainText(label=name.statement, required=False)

    @property
    def questions(self) -> list[forms.BoundField]:
        return [self[f"check_{name}"] for name in CheckName]

    def place_of(self, field: str) -> str:
        return field.replace("checks.", "check_")


def give_answer(
    *, unsupported: list[str], decision: str, note: str, opinion_id: UUID, by: str, now: datetime, **checks: str
) -> Opinion:
    spans = (match for one in unsupported[: MOST_SPANS + 1] if (match := _SPAN.fullmatch(one)))
    given = SubmittedAnswer(
        decision=decision,
        checks={name.removeprefix("check_"): check_answer for name, check_answer in checks.items() if check_answer},
        unsupported=tuple((int(match[1]), int(match[2])) for match in spans),
        note=note,
    )
    return answer(opinion_id=opinion_id, given=given, by=by, now=now)


@reviewer_action
def answer_audit(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Stores the answer and redirects to the item with its verdict; errors are shown in the form."""
    now = timezone.now()
    blind = _require(request, pk, now)
    form = AuditForm.of(request)
    if not form.attempt(give_answer, opinion_id=blind.opinion.pk, by=request.user.get_username(), now=now):
        return _refused(request, pk, form, now)
    messages.success(request, "Answered. The verdict is beside your answer.")
    return HttpResponseRedirect(desk_address(request, pk))


@viewer_page
def evidence(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The evidence of an audit, searched or paged."""
    blind = _require(request, pk, timezone.now())
    context = blind_context(blind, words=query_text(request, "q"), page=number_of(request, "page"))
    if not wants_part(request, "audit-evidence"):
        return HttpResponseRedirect(desk_address(request, pk))
    return render_page(request, "trust/_evidence.html", {**context, "item": {"id": pk}})


def _require(request: HttpRequest, pk: UUID, now: datetime) -> BlindItem:
    item = require_item(request, pk, now)
    opinion = read_uuid(item.subject_id) if item.kind == Kind.AUDIT else None
    blind = load_blind(opinion, person=request.user.get_username()) if opinion else None
    return found_or_404(blind, "There is no such audit.")


def _refused(request: HttpRequest, pk: UUID, form: AuditForm, now: datetime) -> HttpResponse:
    """409 if somebody else was faster, 422 if the answer is incomplete. htmx gets only the form and the foot."""
    status = 409 if isinstance(form.refused, Conflict) else 422
    also = {"audit_form": form}
    if not wants_part(request, "desk-item"):
        return show_item(request, pk, now, also=also, status=status)
    item = require_item(request, pk, now)
    context = {**item_context(request, item, now), **also}
    return render_instead(request, "trust/_answer_form_alone.html", context, target="audit-form", status=status)
