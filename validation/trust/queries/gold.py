"""Reads gold items: the list with answer counts, and the next item to plant."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from validation.domain.trust.audit import OpinionState
from validation.models import GoldItem, Opinion
from validation.platform.json_rows import CountRows
from validation.platform.paging.filters import given, search
from validation.platform.paging.keyset import Page, page_of

PAGE = 100
IN_USE, WAITING, RETIRED = "in_use", "waiting", "retired"


@dataclass(frozen=True, slots=True)
class GoldFilter:
    """Empty fields match everything. `pipeline` includes items common to all; `state` is in_use, waiting (no verdict
    yet) or retired."""

    pipeline: str = ""
    q: str = ""
    decision: str = ""
    state: str = ""


def list_gold(wanted: GoldFilter, *, cursor: str = "", limit: int = PAGE) -> Page[GoldItem]:
    """Newest first, without bodies. Raises InputRejected `cursor_invalid`."""
    rows = wanted_gold(wanted).select_related("pipeline").defer("context_md", "response_md")
    return page_of(rows, order="added_at", cursor=cursor, limit=limit)


def wanted_gold(wanted: GoldFilter) -> QuerySet[GoldItem]:
    """Annotated with the number of people who `answered`, and how many of them gave the labelled decision (`right`)."""
    answers = Opinion.objects.filter(item__gold=OuterRef("pk"), state=OpinionState.ANSWERED).order_by().values("pk")
    rows = GoldItem.objects.filter(**given(decision=wanted.decision)).annotate(
        answered=CountRows(answers), right=CountRows(answers.filter(decision=OuterRef("decision")))
    )
    if wanted.pipeline:
        rows = rows.filter(Q(pipeline__name=wanted.pipeline) | Q(pipeline=None))
    if wanted.state:
        rows = rows.filter(active=False) if wanted.state == RETIRED else rows.filter(active=True)
    if wanted.state == WAITING:
        rows = rows.filter(verdict={})
    if wanted.state == IN_USE:
        rows = rows.exclude(verdict={})
    return search(rows, wanted.q, "name", "query", order="added_at")


def next_gold(*, pipeline: int | None, person: str) -> GoldItem | None:
    """The least planted item of this pipeline or of all that has a verdict, and whose response this person has never
    been asked about."""
    of_it = Q(item__gold=OuterRef("pk")) | Q(item__attempt=OuterRef("attempt"))
    seen = Opinion.objects.filter(of_it, Q(by=person) | Q(intervention__assigned_to=person))
    items = GoldItem.objects.filter(Q(pipeline=pipeline) | Q(pipeline=None), active=True).exclude(verdict={})
    if person:
        items = items.filter(~Exists(seen))
    return items.annotate(planted=Count("audits")).order_by("planted", "added_at", "pk").first()
