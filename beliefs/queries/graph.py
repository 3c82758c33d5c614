"""Reads the graph of beliefs for the API and the pages."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from beliefs.domain.corpus import COMMON
from beliefs.domain.graph import Edge, edge_of
from beliefs.models import BeliefLink
from beliefs.queries.corpora import shown_beliefs

MAX_GRAPH_NODES = 5_000
DRAWN_NODES = 400
"""Nodes in a figure: more are not readable, and networkx needs SciPy to lay out 500."""
Place = tuple[str, str]
"""(pipeline, name)"""


def belief_graph(pipeline: str, *, most: int = MAX_GRAPH_NODES) -> dict[str, Any]:
    """Nodes and edges; with more than `most` nodes only the most cited. Without a pipeline the graph covers all of
    them: node ids then include the pipeline, and an edge prefers the own belief to that of `common`."""
    rows = shown_beliefs(pipeline).order_by("-in_degree", "name", "pipeline")
    found = list(rows.values_list("pk", "pipeline", "name", "score", "status", "in_degree")[: most + 1])
    nodes: list[dict[str, Any]] = [
        {
            "id": name if pipeline or corpus == COMMON else f"{name} ({corpus})",
            "pipeline": corpus,
            "name": name,
            "score": score,
            "status": status or None,
            "in_degree": degree,
        }
        for _, corpus, name, score, status, degree in found[:most]
    ]
    ids: dict[Place, str] = {(node["pipeline"], node["name"]): node["id"] for node in nodes}
    shown = [pk for pk, *_ in found[:most]]
    return {"nodes": nodes, "edges": _edges(ids, pipeline, shown), "truncated": len(found) > most}


def _edges(ids: dict[Place, str], pipeline: str, shown: list[int]) -> list[dict[str, Any]]:
    drawn: dict[tuple[str, str, str], Edge] = {}
    links = BeliefLink.objects.filter(belief__in=shown).order_by("pk")
    rows = links.values_list("belief__pipeline", "belief__name", "target", "section", "defeated")
    for corpus, name, target, section, defeated in rows.iterator(chunk_size=5000):
        source, led = ids.get((corpus, name)), ids.get((pipeline or corpus, target)) or ids.get((COMMON, target))
        if source and led and source != led:
            edge = edge_of(source, led, section, defeated=defeated)
            known = drawn.setdefault((edge.source, edge.target, edge.kind), edge)
            if edge.defeated and not known.defeated:
                drawn[edge.source, edge.target, edge.kind] = edge
    return [asdict(edge) for edge in drawn.values()]
