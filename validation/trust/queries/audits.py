"""Audits as the API shows them: blind until the caller has answered."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db.models import Case, Exists, OuterRef, Prefetch, Q, QuerySet, When

from validation.domain.context import EVIDENCE_ROLES
from validation.domain.trust.audit import OpinionState
from validation.models import AuditItem, Opinion, Pipeline
from validation.platform.paging.keyset import Page, page_of
from validation.platform.policies import writes_evidence
from validation.response.queries.blind_attempts import blind_work
from validation.trust.queries.blind import verdict_of


def audits_of(pipeline: Pipeline) -> QuerySet[AuditItem]:
    """Those that were asked in this pipeline, gold items among them."""
    asked = Opinion.objects.filter(item=OuterRef("pk"), intervention__pipeline=pipeline)
    opinions = Prefetch("opinions", Opinion.objects.order_by("asked_at", "pk"), to_attr="asked")
    rows = AuditItem.objects.filter(Exists(asked)).select_related("attempt__turn", "gold")
    return rows.prefetch_related(opinions)


def list_audits(
    *, pipeline: Pipeline, person: str, state: str | None, cursor: str | None, limit: int
) -> Page[AuditItem]:
    """Newest first, without texts."""
    rows = audits_of(pipeline)
    if later := blind_work(person).later:
        rows = rows.exclude(opinions__intervention__in=later)
    if state is not None:
        rows = rows.filter(_waits_for(person) if state == "open" else ~_waits_for(person))
    return page_of(rows, order="drawn_at", cursor=cursor, limit=limit)


def audit_resource(pipeline: Pipeline, item_id: UUID, person: str, *, reads: bool) -> dict[str, Any] | None:
    """With its texts; the verdict only for whom has answered it, and the attempt only for whom `reads` attempts: a gold
    item has none. None when it is not of this pipeline."""
    item = audits_of(pipeline).select_related("attempt__text", "attempt__policy").filter(pk=item_id).first()
    if item is None:
        return None
    decided_by = item.attempt.policy if item.attempt else None
    document = item.text.document(writes_evidence=writes_evidence(decided_by))
    evidence = [
        {"section": section.number, "title": section.title, "text": document.body(section)}
        for section in document.sections
        if section.role in EVIDENCE_ROLES
    ]
    own = _own(item, person)
    return {
        **audit_summary(item, person),
        "response_md": item.text.response_md,
        "evidence": evidence,
        "attempt_id": str(item.attempt_id) if own and reads and item.attempt_id else None,
        **(_answered(item, own) if own else {"answer": None, "verdict": None}),
    }


def open_opinion(item: AuditItem, person: str) -> Opinion | None:
    """The one that this person should answer: what is assigned to them, else the first that waits."""
    waiting = item.opinions.filter(state=OpinionState.OPEN)
    own_first = Case(When(intervention__assigned_to=person, then=0), default=1)
    return waiting.order_by(own_first, "asked_at", "pk").first()


def audit_summary(item: AuditItem, person: str) -> dict[str, Any]:
    """What a person may know who has not answered: how many were asked would tell which items are disputed."""
    asked: list[Opinion] = item.asked  # type: ignore[attr-defined]
    own = _own(item, person)
    waits = any(one.state == OpinionState.OPEN for one in asked)
    return {
        "id": str(item.pk),
        "state": "answered" if own else "open" if waits else "closed",
        "query": item.query,
        "opened_at": item.drawn_at,
        "due_at": item.due_at,
        "answered_at": own.answered_at if own else None,
        "links": {"self": f"/api/v1/audits/{item.pk}", "page": f"/desk/{_work_of(own, asked)}"},
    }


def _work_of(own: Opinion | None, asked: list[Opinion]) -> UUID | None:
    named = [one.intervention_id for one in ([own] if own else []) + asked[::-1] if one.intervention_id]
    return named[0] if named else None


def _waits_for(person: str) -> Q:
    """Somebody has to answer, and this person has not: that two disagree is no state that anybody sees."""
    waiting = Opinion.objects.filter(item=OuterRef("pk"), state=OpinionState.OPEN)
    return Q(Exists(waiting)) & ~Q(Exists(Opinion.objects.filter(item=OuterRef("pk"), by=person)))


def _own(item: AuditItem, person: str) -> Opinion | None:
    asked: list[Opinion] = item.asked  # type: ignore[attr-defined]
    return next((one for one in asked if one.by == person), None)


def _answered(item: AuditItem, own: Opinion) -> dict[str, Any]:
    verdict = verdict_of(item)
    return {
        "answer": {
            "checks": dict(own.checks.values_list("name", "answer")),
            "unsupported": list(own.unsupported.values("start", "end")),
            "decision": own.decision,
            "note": own.note or None,
        },
        "verdict": verdict
        and {
            "decision": verdict.decision,
            "confidence": verdict.confidence,
            "checks": verdict.checks,
        },
    }
