"""Audits as the API shows them: blind until the caller has answered."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
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


@dataclass(frozen=True, slots=True)
class VisibleAudit:
    """An audit as one person may see it. `own` is their answer, or None. The verdict is visible once they have
    answered, the attempt's id only if they may also read attempts (`reads`). `asked` must not be shown: the number of
    opinions reveals disputed items."""

    item: AuditItem
    asked: tuple[Opinion, ...]
    own: Opinion | None
    reads: bool

    @property
    def state(self) -> str:
        waits = any(one.state == OpinionState.OPEN for one in self.asked)
        return "answered" if self.own else "open" if waits else "closed"

    @property
    def answered_at(self) -> datetime | None:
        return self.own.answered_at if self.own else None

    @property
    def links(self) -> dict[str, str]:
        """Links to the intervention of the person's own answer, else to the latest question."""
        own_first = ([self.own] if self.own else []) + list(self.asked[::-1])
        work = next((one.intervention_id for one in own_first if one.intervention_id), None)
        return {"self": f"/api/v1/audits/{self.item.pk}", "page": f"/desk/{work}"}

    @property
    def evidence(self) -> list[dict[str, Any]]:
        decided_by = self.item.attempt.policy if self.item.attempt else None
        document = self.item.text.document(writes_evidence=writes_evidence(decided_by))
        return [
            {"section": section.number, "title": section.title, "text": document.body(section)}
            for section in document.sections
            if section.role in EVIDENCE_ROLES
        ]

    @property
    def attempt_id(self) -> UUID | None:
        """None for a gold item, and without permission."""
        return self.item.attempt_id if self.own and self.reads else None

    @property
    def answer(self) -> dict[str, Any] | None:
        if self.own is None:
            return None
        return {
            "checks": dict(self.own.checks.values_list("name", "answer")),
            "unsupported": list(self.own.unsupported.values("start", "end")),
            "decision": self.own.decision,
            "note": self.own.note or None,
        }

    @property
    def verdict(self) -> dict[str, Any] | None:
        verdict = verdict_of(self.item) if self.own else None
        return {name: getattr(verdict, name) for name in ("decision", "confidence", "checks")} if verdict else None


def audits_of(pipeline: Pipeline) -> QuerySet[AuditItem]:
    """Audits with a question in this pipeline, including gold items."""
    asked = Opinion.objects.filter(item=OuterRef("pk"), intervention__pipeline=pipeline)
    opinions = Prefetch("opinions", Opinion.objects.order_by("asked_at", "pk"), to_attr="asked")
    rows = AuditItem.objects.filter(Exists(asked)).select_related("attempt__turn", "gold")
    return rows.prefetch_related(opinions)


def list_audits(
    *, pipeline: Pipeline, person: str, state: str | None, cursor: str | None, limit: int
) -> Page[VisibleAudit]:
    """Newest first, without texts."""
    rows = audits_of(pipeline)
    if later := blind_work(person).later:
        rows = rows.exclude(opinions__intervention__in=later)
    if state is not None:
        rows = rows.filter(_waits_for(person) if state == "open" else ~_waits_for(person))
    return page_of(rows, order="drawn_at", cursor=cursor, limit=limit).each(lambda item: _visible(item, person))


def read_audit(pipeline: Pipeline, item_id: UUID, person: str, *, reads: bool) -> VisibleAudit | None:
    """With its texts. None when it is not of this pipeline."""
    rows = audits_of(pipeline).select_related("attempt__text", "attempt__policy")
    item = rows.filter(pk=item_id).first()
    return _visible(item, person, reads=reads) if item else None


def open_opinion(item: AuditItem, person: str) -> Opinion | None:
    """The open opinion that this person should answer: one assigned to them, else the earliest."""
    waiting = item.opinions.filter(state=OpinionState.OPEN)
    own_first = Case(When(intervention__assigned_to=person, then=0), default=1)
    return waiting.order_by(own_first, "asked_at", "pk").first()


def _waits_for(person: str) -> Q:
    """An open question exists and this person has not answered. Does not reveal whether two people disagree."""
    waiting = Opinion.objects.filter(item=OuterRef("pk"), state=OpinionState.OPEN)
    return Q(Exists(waiting)) & ~Q(Exists(Opinion.objects.filter(item=OuterRef("pk"), by=person)))


def _visible(item: AuditItem, person: str, *, reads: bool = False) -> VisibleAudit:
    asked: list[Opinion] = item.asked  # type: ignore[attr-defined]
    return VisibleAudit(item, tuple(asked), next((one for one in asked if one.by == person), None), reads)
