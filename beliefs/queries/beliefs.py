"""Beliefs as the API and the pages show them."""

from __future__ import annotations

from typing import Any

from django.db.models import F, Q, QuerySet

from beliefs.domain.graph import edge_of
from beliefs.domain.links import composed
from beliefs.models import BeliefLink, BeliefRecord
from validation.domain.errors import NotFound
from validation.platform.paging.keyset import Page, page_of

MAX_GRAPH_NODES = 5000
ORDERS: dict[str, tuple[str, Any]] = {
    "score": ("Highest confidence", F("score").desc(nulls_last=True)),
    "lowest": ("Lowest confidence", F("score").asc(nulls_last=True)),
    "cited": ("Most cited", "-in_degree"),
    "broken": ("Most broken links", "-broken_links"),
    "age": ("Oldest", "-age_days"),
    "newest": ("Last changed", "-updated_at"),
    "name": ("Name", "name"),
}
"""What a person reads, and the column; equal ones stand by name."""


def find_belief(name: str) -> BeliefRecord:
    record = BeliefRecord.objects.filter(name=composed(name)).first() if "\x00" not in name else None
    if record is None:
        raise NotFound("belief_not_found", f"There is no belief '{name[:150]}'. Sync a checkout or PUT it first.")
    return record


def belief_resource(record: BeliefRecord) -> dict[str, Any]:
    """As in API.md; `confidence` and `validation` are null until the first assessment."""
    history = record.history.order_by("-at", "-pk")[:50]
    return {
        **belief_summary(record),
        "markdown": record.markdown,
        "confidence": record.confidence or None,
        "validation": record.validation or None,
        "links": [link_resource(link) for link in record.links.order_by("line", "pk")],
        "history": [
            {"at": row.at, "score": row.score, "status": row.status, "validation": row.validation_status}
            for row in history
        ],
        "waterfall": record.waterfall or None,
        "policy": record.policy,
        "made_by": record.made_by,
    }


def link_resource(link: BeliefLink) -> dict[str, Any]:
    return {
        "target": link.target,
        "kind": link.kind,
        "section": link.section,
        "line": link.line,
        "resolved": bool(link.found_name),
        "found": f"{link.found_kind}:{link.found_name}" if link.found_name else None,
        "why": link.why or None,
    }


def belief_summary(record: BeliefRecord) -> dict[str, Any]:
    return {
        "id": record.name,
        "statement": record.statement,
        "facets": record.facets,
        "score": record.score,
        "assigned": record.assigned,
        "endorsed": record.endorsed,
        "status": record.status or None,
        "validation_status": record.validation_status or None,
        "broken_links": record.broken_links,
        "age_days": record.age_days,
        "in_degree": record.in_degree,
        "path": record.path,
        "stale": record.stale,
        "updated_at": record.updated_at,
        "assessed_at": record.assessed_at,
    }


def filtered(*, q: str = "", status: str = "", facet: str = "") -> QuerySet[BeliefRecord]:
    rows = BeliefRecord.objects.all()
    if q:
        rows = rows.filter(Q(name__icontains=q) | Q(statement__icontains=q))
    if status:
        rows = rows.filter(status=status)
    if facet:
        # JSON contains is not portable to SQLite; a facet is stored with its quotes, so the text of the list is exact.
        rows = rows.filter(facets__icontains=f'"{facet}"')
    return rows


def list_beliefs(*, cursor: str | None, limit: int, q: str, status: str, facet: str) -> Page:
    """Newest first, keyset-paged."""
    rows = filtered(q=q, status=status, facet=facet).defer("markdown", "confidence", "validation", "waterfall")
    return page_of(rows, order="updated_at", cursor=cursor, limit=limit, show=belief_summary)


def belief_graph() -> dict[str, Any]:
    """Nodes and edges between beliefs that exist; at most 5,000 nodes, the most linked first."""
    rows = BeliefRecord.objects.order_by("-in_degree", "name").values_list("name", "score", "status", "in_degree")
    nodes = [
        {"id": name, "score": score, "status": status or None, "in_degree": degree}
        for name, score, status, degree in rows[:MAX_GRAPH_NODES]
    ]
    names = {node["id"] for node in nodes}
    drawn = {}
    links = BeliefLink.objects.order_by("pk").values_list("belief__name", "target", "section", "defeated")
    for belief, target, section, defeated in links.iterator(chunk_size=5000):
        if belief in names and target in names and belief != target:
            edge = edge_of(belief, target, section, defeated=defeated)
            drawn.setdefault((edge.source, edge.target, edge.kind), edge)
    edges = [
        {"source": edge.source, "target": edge.target, "kind": edge.kind.value, "defeated": edge.defeated}
        for edge in drawn.values()
    ]
    return {"nodes": nodes, "edges": edges, "truncated": BeliefRecord.objects.count() > len(nodes)}


def facets() -> list[str]:
    found: set[str] = set()
    for row in BeliefRecord.objects.values_list("facets", flat=True):
        found.update(row)
    return sorted(found)
