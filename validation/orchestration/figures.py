"""Durations of the orchestration gate against the limits of spec 4, on a log scale from microseconds to 50 ms."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from validation.insights.figures.figure import Figure


def times_against_limits(
    names: Sequence[str], *, p50: Sequence[float], p95: Sequence[float], limits: Sequence[float]
) -> Figure:
    """One row per check, in milliseconds: points for median and p95, a vertical stroke for the limit."""
    spans = [_span(name, start, end) for name, start, end in zip(names, p50, p95, strict=True)]
    points = [
        _points("median", names, p50, {"color": "--accent-solid", "size": 9}),
        _points("95 % within", names, p95, {"color": "--accent-solid", "size": 9, "symbol": "diamond-open"}),
        _points("limit", names, limits, _stroke()),
    ]
    return {
        "data": points,
        "layout": {
            "showlegend": True,
            "shapes": spans,
            "xaxis": {"type": "log", "ticksuffix": " ms", "dtick": 1},
            "yaxis": {"autorange": "reversed", "type": "category", "showgrid": False},
        },
    }


def _points(name: str, names: Sequence[str], values: Sequence[float], marker: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "scatter",
        "mode": "markers",
        "name": name,
        "x": list(values),
        "y": list(names),
        "marker": marker,
        "hovertemplate": "%{y}: %{x:.3~f} ms<extra>" + name + "</extra>",
    }


def _stroke() -> dict[str, Any]:
    return {
        "symbol": "line-ns-open",
        "size": 20,
        "color": "--fail-solid",
        "line": {"width": 2, "color": "--fail-solid"},
    }


def _span(name: str, start: float, end: float) -> dict[str, Any]:
    return {
        "type": "line",
        "x0": start,
        "x1": end,
        "y0": name,
        "y1": name,
        "layer": "below",
        "line": {"color": "--accent-line", "width": 3},
    }
