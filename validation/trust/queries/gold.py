"""Gold items: which one to plant next, and how often each was answered right."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db.models import Count, Exists, F, OuterRef, Q

from validation.domain.trust.audit import OpinionState
from validation.models import GoldItem, Opinion, Pipeline

PAGE = 100


@dataclass(frozen=True, slots=True)
class GoldRow:
    """`answered` people answered it, `right` of them decided as the label says."""

    id: UUID
    name: str
    query: str
    pipeline: str
    decision: str
    active: bool
    judged: bool
    added_by: str
    added_at: datetime
    answered: int
    right: int


def list_gold(*, page: int = 1) -> tuple[tuple[GoldRow, ...], bool]:
    """The newest first, and whether a further page follows. No bodies."""
    answered = Q(audits__opinions__state=OpinionState.ANSWERED)
    rows = (
        GoldItem.objects.annotate(
            pipeline_name=F("pipeline__name"),
            answered=Count("audits__opinions", filter=answered),
            right=Count("audits__opinions", filter=answered & Q(audits__opinions__decision=F("decision"))),
        )
        .order_by("-added_at", "-pk")
        .defer("context_md", "response_md")
    )
    start = PAGE * (page - 1)
    found = list(rows[start : start + PAGE + 1])
    shown = tuple(
        GoldRow(
            id=row.pk,
            name=row.name,
            query=row.query,
            pipeline=row.pipeline_name or "",
            decision=row.decision,
            active=row.active,
            judged=bool(row.verdict),
            added_by=row.added_by,
            added_at=row.added_at,
            answered=row.answered,
            right=row.right,
        )
        for row in found[:PAGE]
    )
    return shown, len(found) > PAGE


def next_gold(*, pipeline: Pipeline | None, person: str) -> GoldItem | None:
    """The one planted least that this person was never asked about, of this pipeline or of all. One without a verdict
    waits for it."""
    seen = Opinion.objects.filter(Q(by=person) | Q(intervention__assigned_to=person), item__gold=OuterRef("pk"))
    items = GoldItem.objects.filter(Q(pipeline=pipeline) | Q(pipeline=None), active=True).exclude(verdict={})
    if person:
        items = items.filter(~Exists(seen))
    return items.annotate(planted=Count("audits")).order_by("planted", "added_at", "pk").first()
