"""The graph of beliefs as a Plotly figure: size by in-degree, colour by confidence, a line style each kind of edge."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

import networkx

EXACT_UP_TO = 400
"""Nodes laid out with full care; more get fewer steps, so that 2,000 take some seconds once and then none."""

_EDGES = {
    "supports": ("--approve-solid", "solid"),
    "cites": ("--calm-solid", "dot"),
    "attacks": ("--fail-solid", "dash"),
}
_TONES = {"valid": "--approve-solid", "low_confidence": "--revise-solid", "invalid": "--fail-solid"}

Pair = tuple[str, str]


def belief_graph_figure(graph: dict[str, Any], *, address: str) -> dict[str, Any]:
    """`graph` as the API gives it; `address` is a page's with `{}` for the id."""
    names = tuple(node["id"] for node in graph["nodes"])
    places = _layout(names, tuple((edge["source"], edge["target"]) for edge in graph["edges"]))
    traces = [_edges(kind, graph["edges"], places) for kind in _EDGES]
    axis = {"visible": False, "fixedrange": False}
    layout = {"xaxis": axis, "yaxis": {**axis, "scaleanchor": "x"}, "showlegend": True}
    return {"data": [*traces, *_nodes(graph["nodes"], places, address)], "layout": layout}


@lru_cache(maxsize=4)
def _layout(names: tuple[str, ...], edges: tuple[Pair, ...]) -> dict[str, tuple[float, float]]:
    """The same graph always lies the same way. Beliefs without an edge stand on a ring around the others."""
    graph = networkx.Graph(edges)
    steps = 60 if len(graph) <= EXACT_UP_TO else 15
    drawn = networkx.spring_layout(graph, seed=7, iterations=steps, k=2.2 / math.sqrt(len(graph) or 1))
    found = {name: (float(x), float(y)) for name, (x, y) in drawn.items()}
    alone = [name for name in names if name not in found]
    for number, name in enumerate(alone):
        angle = 2 * math.pi * number / len(alone)
        found[name] = (1.25 * math.cos(angle), 1.25 * math.sin(angle))
    return found


def _edges(kind: str, edges: list[dict[str, Any]], places: dict[str, tuple[float, float]]) -> dict[str, Any]:
    x: list[float | None] = []
    y: list[float | None] = []
    number = 0
    for edge in edges:
        if edge["kind"] == kind:
            (x1, y1), (x2, y2) = places[edge["source"]], places[edge["target"]]
            x += [round(x1, 4), round(x2, 4), None]
            y += [round(y1, 4), round(y2, 4), None]
            number += 1
    tone, dash = _EDGES[kind]
    line = {"color": tone, "width": 1, "dash": dash}
    named = f"{kind} ({number})"
    return {"type": "scatter", "mode": "lines", "x": x, "y": y, "name": named, "line": line, "hoverinfo": "skip"}


def _nodes(nodes: list[dict[str, Any]], places: dict[str, tuple[float, float]], address: str) -> list[dict[str, Any]]:
    """One trace a status, so that the legend names the colours."""
    traces = []
    for status in ("valid", "low_confidence", "invalid", None):
        held = [node for node in nodes if node["status"] == status]
        if not held:
            continue
        traces.append(
            {
                "type": "scatter",
                "mode": "markers+text" if len(nodes) <= 40 else "markers",
                "x": [round(places[node["id"]][0], 4) for node in held],
                "y": [round(places[node["id"]][1], 4) for node in held],
                "text": [node["id"] for node in held],
                "textposition": "top center",
                "customdata": [address.format(node["id"]) for node in held],
                "hovertemplate": [_told(node) for node in held],
                "name": f"{(status or 'not assessed').replace('_', ' ')} ({len(held)})",
                "marker": {
                    "size": [8 + 3 * min(node["in_degree"], 8) for node in held],
                    "color": _TONES.get(status or "", "--calm-solid"),
                    "line": {"width": 1, "color": "--surface"},
                },
            }
        )
    return traces


def _told(node: dict[str, Any]) -> str:
    score = "not assessed" if node["score"] is None else f"confidence {node['score']:.2f}"
    return f"%{{text}}<br>{score}, cited by {node['in_degree']}<extra></extra>"
