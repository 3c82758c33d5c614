"""Reads beliefs for the API and the pages."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

from django.db.models import Case, F, Model, Q, QuerySet, When

from beliefs.domain.corpus import COMMON
from beliefs.domain.parse import normalized_name
from beliefs.gate import Assessment
from beliefs.models import BeliefRecord
from beliefs.queries.corpora import shown_beliefs
from validation.domain.codes.problems import ProblemCode
from validation.platform.paging.filters import given
from validation.platform.paging.keyset import Page, page_of

Row = TypeVar("Row", bound=Model)
ORDERS: dict[str, tuple[str, Any]] = {
    "score": ("Highest confidence", F("score").desc(nulls_last=True)),
    "lowest": ("Lowest confidence", F("score").asc(nulls_last=True)),
    "cited": ("Most cited", "-in_degree"),
    "broken": ("Most broken links", "-broken_links"),
    "age": ("Oldest", "-age_days"),
    "newest": ("Last changed", "-updated_at"),
    "name": ("Name", "name"),
}
"""Label and ordering by key; ties are ordered by name."""


@dataclass(frozen=True, slots=True)
class BeliefFilter:
    """Empty means any. `order` is one of ORDERS, `finding` one of `FINDINGS` of `queries.health`."""

    pipeline: str = ""
    q: str = ""
    status: str = ""
    facet: str = ""
    finding: str = ""
    order: str = "score"


def find_belief(name: str, *, pipeline: str) -> BeliefRecord:
    """The belief as the pipeline sees it; without a pipeline that of `common`, else of any. Raises NotFound."""
    found = (
        shown_beliefs(pipeline).filter(name=normalized_name(name))
        if "\x00" not in name
        else BeliefRecord.objects.none()
    )
    return ProblemCode.BELIEF_NOT_FOUND.unless(common_first(found), name=name[:150])


def common_first(rows: QuerySet[Row]) -> Row | None:
    return rows.order_by(Case(When(pipeline=COMMON, then=0), default=1), "pipeline").first()


def wanted_beliefs(wanted: BeliefFilter) -> QuerySet[BeliefRecord]:
    """Without texts, for lists."""
    rows = shown_beliefs(wanted.pipeline).filter(**given(status=wanted.status))
    if wanted.q:
        rows = rows.filter(Q(name__icontains=wanted.q) | Q(statement__icontains=wanted.q))
    if wanted.facet:
        # JSON contains is not portable to SQLite. Facets are stored with quotes, so matching the list's text is exact.
        # PostgreSQL stores letters beyond ASCII as such, SQLite as escapes.
        letters, escapes = json.dumps(wanted.facet, ensure_ascii=False), json.dumps(wanted.facet)
        rows = rows.filter(Q(facets__icontains=letters) | Q(facets__icontains=escapes))
    return rows.defer("markdown", "confidence", "validation", "waterfall")


def list_beliefs(wanted: BeliefFilter, *, cursor: str | None, limit: int) -> Page[BeliefRecord]:
    """Newest first, keyset-paged."""
    return page_of(wanted_beliefs(wanted), order="updated_at", cursor=cursor, limit=limit)


def facets(pipeline: str) -> list[str]:
    """Distinct facets, sorted; reads each distinct list once."""
    lists = shown_beliefs(pipeline).order_by().values_list("facets", flat=True).distinct()
    return sorted({facet for one in lists for facet in one})


def checked_resource(found: Assessment, *, now: datetime) -> dict[str, Any]:
    """A belief that was validated but not stored, in the format of a stored one."""
    return {
        "id": found.belief.id,
        "statement": found.belief.statement,
        "confidence": found.confidence_schema(now),
        "validation": found.validation.as_schema(now),
        "links": [
            {
                "target": one.link.target,
                "kind": one.resolution.kind.value,
                "section": one.link.section,
                "line": one.link.line,
                "resolved": one.resolution.resolved,
                "why": one.resolution.why or None,
            }
            for one in found.links
        ],
    }
