"""An audit on the desk: blind until the person has answered, then the verdict beside the answer."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db.models import Exists
from django.http import HttpRequest

from validation.context_md.parser import parse
from validation.context_md.query import read_query
from validation.desk.queries.desk_item import DeskItem
from validation.domain.intervention import Kind
from validation.domain.trust.audit import OpinionState
from validation.models import Opinion
from validation.platform.permissions import can_rule
from validation.response.queries.whole_evidence import WholeEvidence
from validation.response.web.whole_evidence import evidence_page
from validation.trust.queries.blind import BlindItem, answered_by, load_blind
from validation.trust.queries.verdicts import load_beside
from validation.trust.web.audit_form import ANSWERS, DECISIONS, AuditForm


class AuditPane:
    """`desk.web.panes.ItemPane`."""

    key_hint = "Answer each check with 1 (right), 2 (wrong) or 3 (cannot tell), then decide with A, R, T or F."

    def applies(self, item: DeskItem, person: str) -> bool:  # noqa: ARG002 - whoever looks at it
        return item.kind == Kind.AUDIT

    def may_work(self, item: DeskItem, person: str) -> bool:
        asked = Opinion.objects.filter(pk=UUID(item.subject_id), state=OpinionState.OPEN)
        return asked.exclude(Exists(answered_by(person))).exists()

    def context(self, request: HttpRequest, item: DeskItem) -> dict[str, Any]:
        person = request.user.get_username()
        blind = load_blind(UUID(item.subject_id), person=person)
        if blind is None:
            return {"pane_body": "trust/_gone.html", "pane_form": ""}
        if blind.opinion.by == person:
            told = {"beside": load_beside(blind.opinion.pk), "blind": blind}
            return {"pane_body": "trust/_beside.html", "pane_form": "", **told}
        held = bool(item.holder) and item.holder != person
        may_answer = can_rule(request.user) and blind.opinion.state == OpinionState.OPEN and not blind.is_rater
        return {
            "pane_body": "trust/_blind.html",
            "pane_form": "trust/_answer_form.html" if may_answer and not held else "",
            **blind_context(blind),
            "audit_form": AuditForm(),
        }


def blind_context(blind: BlindItem, *, words: str = "", page: int | None = None) -> dict[str, Any]:
    """What the templates in templates/trust/ need of an audit that is not answered."""
    text = WholeEvidence(blind.opinion.pk, "", 0, blind.text.context_md, (), blind.writes_evidence)
    return {
        "blind": blind,
        "query": read_query(parse(blind.text.context_md, writes_evidence=blind.writes_evidence)),
        "shown": evidence_page(text, words=words, page=page),
        "words": words,
        "answers": ANSWERS,
        "decisions": DECISIONS,
    }
