"""The graph of beliefs as a Plotly figure: node size by in-degree, colour by confidence, line style by kind of edge."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import networkx

STEPS = 100
"""Iterations of the force-directed layout, which is quadratic in the nodes: 0.3 s for 400."""

NAMED = 30
"""Most names shown: those with the highest in-degree that do not overlap another name."""

NAME_LENGTH = 32
"""Characters of a name that are shown; the hover text has all of them."""

NAME_HEIGHT = 0.09
NAME_WIDTH = 0.015
"""Width of a character, as the height in units of the axes on a page of 1280 by 720."""

NEAR_SIDE = 0.8
_SIDES = {-1: "left", 0: "center", 1: "right"}

IN_A_ROW = 30
ROW_HEIGHT = 0.12
BELOW = 0.8
"""Most height for beliefs without edges; the others take 2."""

_EDGES = {
    "supports": ("--approve-solid", "solid"),
    "cites": ("--calm-solid", "dot"),
    "attacks": ("--fail-solid", "dash"),
}
_TONES = {"valid": "--approve-solid", "low_confidence": "--revise-solid", "invalid": "--fail-solid"}

Pair = tuple[str, str]
Place = tuple[float, float]


def belief_graph_figure(graph: dict[str, Any], *, addresses: Mapping[str, str]) -> dict[str, Any]:
    """`graph` is in the format of the API; `addresses` are page URLs by id."""
    names = tuple(node["id"] for node in graph["nodes"])
    places = _layout(names, tuple((edge["source"], edge["target"]) for edge in graph["edges"]))
    traces = [_edges(kind, graph["edges"], places) for kind in _EDGES]
    axis = {"visible": False, "fixedrange": False}
    lowest = min((y for _, y in places.values()), default=-1.0)
    x_axis, y_axis = {**axis, "range": [-1.15, 1.15]}, {**axis, "range": [min(lowest, -1.0) - 0.16, 1.15]}
    layout = {"xaxis": x_axis, "yaxis": y_axis, "showlegend": True}
    return {"data": [*traces, *_nodes(graph, places, addresses)], "layout": layout}


@lru_cache(maxsize=4)
def _layout(names: tuple[str, ...], edges: tuple[Pair, ...]) -> dict[str, Place]:
    """Deterministic positions. Beliefs without edges are in rows below the others."""
    graph = networkx.Graph(sorted(edges))
    drawn = networkx.spring_layout(graph, seed=7, iterations=STEPS, k=3 / math.sqrt(len(graph) or 1))
    found = _spread({name: (float(x), float(y)) for name, (x, y) in drawn.items()})
    return found | _rows([name for name in names if name not in found])


def _rows(alone: Sequence[str]) -> dict[str, Place]:
    columns = min(len(alone), max(IN_A_ROW, math.isqrt(6 * len(alone))))
    rows = math.ceil(len(alone) / columns) if alone else 0
    found: dict[str, Place] = {}
    for number, name in enumerate(alone):
        row, column = divmod(number, columns)
        found[name] = (2 * (column + 0.5) / columns - 1, -1.2 - row * min(ROW_HEIGHT, BELOW / rows))
    return found


def _spread(places: dict[str, Place]) -> dict[str, Place]:
    """Scales the positions to fill the figure in both directions."""
    if not places:
        return {}
    across, upwards = zip(*places.values(), strict=True)
    return dict(zip(places, zip(_stretched(across), _stretched(upwards), strict=True), strict=True))


def _stretched(side: Sequence[float]) -> list[float]:
    """Scales to -1..1."""
    low, high = min(side), max(side)
    return [2 * (at - low) / (high - low) - 1 if high > low else 0.0 for at in side]


def _edges(kind: str, edges: list[dict[str, Any]], places: dict[str, Place]) -> dict[str, Any]:
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


@dataclass(frozen=True, slots=True)
class _Name:
    """Position of a belief's name: `x` is its middle, `y` its line."""

    text: str
    x: float
    y: float
    position: str

    def is_across(self, other: _Name) -> bool:
        width = (len(self.text) + len(other.text)) / 2 * NAME_WIDTH
        return abs(self.x - other.x) < width and abs(self.y - other.y) < NAME_HEIGHT


def _names(graph: dict[str, Any], places: dict[str, Place]) -> dict[str, _Name]:
    """By id, above or below the belief; the text is empty if there is no room."""
    nodes = graph["nodes"]
    several = len({node.get("pipeline") for node in nodes}) > 1
    rises = _rises(graph["edges"], places)
    names: dict[str, _Name] = {}
    written: list[_Name] = []
    for node in sorted(nodes, key=lambda node: (-node["in_degree"], node["id"])):
        label, place = _label(node, several=several), places[node["id"]]
        is_below = rises[node["id"]] >= 0
        names[node["id"]] = _name_of("", place, below=is_below)
        if len(written) == NAMED or not (node["in_degree"] or len(nodes) <= NAMED):
            continue
        for name in (_name_of(label, place, below=below) for below in (is_below, not is_below)):
            if not any(name.is_across(other) for other in written):
                written.append(name)
                names[node["id"]] = name
                break
    return names


def _rises(edges: list[dict[str, Any]], places: dict[str, Place]) -> Counter[str]:
    """By belief, edges that go up minus edges that go down: the name is put on the other side."""
    rises: Counter[str] = Counter()
    for edge in edges:
        source, target = edge["source"], edge["target"]
        rise = 1 if places[target][1] > places[source][1] else -1
        rises[source] += rise
        rises[target] -= rise
    return rises


def _name_of(text: str, place: Place, *, below: bool) -> _Name:
    x, y = place
    leaning = _leaning(place)
    away = -NAME_HEIGHT if below else NAME_HEIGHT
    side = f"{'bottom' if below else 'top'} {_SIDES[leaning]}"
    return _Name(text, x + leaning * len(text) / 2 * NAME_WIDTH, y + away, side)


def _leaning(place: Place) -> int:
    """1 for a name that starts at its node, -1 for one that ends there: near the sides there is no room outwards."""
    return -1 if place[0] > NEAR_SIDE else 1 if place[0] < -NEAR_SIDE else 0


def _nodes(graph: dict[str, Any], places: dict[str, Place], addresses: Mapping[str, str]) -> list[dict[str, Any]]:
    """One trace per status, so that the legend explains the colours."""
    names = _names(graph, places)
    traces = []
    for status in ("valid", "low_confidence", "invalid", None):
        shown = [node for node in graph["nodes"] if node["status"] == status]
        if not shown:
            continue
        traces.append(
            {
                "type": "scatter",
                "mode": "markers+text",
                "x": [round(places[node["id"]][0], 4) for node in shown],
                "y": [round(places[node["id"]][1], 4) for node in shown],
                "text": [names[node["id"]].text for node in shown],
                "textposition": [names[node["id"]].position for node in shown],
                "customdata": [addresses[node["id"]] for node in shown],
                "hovertemplate": [_hover_text(node) for node in shown],
                "name": f"{(status or 'not assessed').replace('_', ' ')} ({len(shown)})",
                "marker": {
                    "size": [8 + 3 * min(node["in_degree"], 8) for node in shown],
                    "color": _TONES.get(status or "", "--calm-solid"),
                    "line": {"width": 1, "color": "--surface"},
                },
            }
        )
    return traces


def _label(node: dict[str, Any], *, several: bool) -> str:
    """Includes the pipeline only if there are several."""
    label = str(node["id"] if several else node.get("name", node["id"]))
    return label if len(label) <= NAME_LENGTH else f"{label[: NAME_LENGTH - 1]}…"


def _hover_text(node: dict[str, Any]) -> str:
    score = "not assessed" if node["score"] is None else f"confidence {node['score']:.2f}"
    return f"{node['id']}<br>{score}, cited by {node['in_degree']}<extra></extra>"
