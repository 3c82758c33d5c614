"""Shared Plotly figures as plain data, with colours given as names of CSS custom properties.

For a colour such as `--approve-solid`, static/js/charts.js inserts its value in the current colour scheme, so that
figures work in light and dark and colours are defined in the stylesheet only.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import inf
from typing import Any

from validation.domain.estimates.agreement import MeasuredValue
from validation.domain.estimates.calibration import ReliabilityBin
from validation.domain.policy import ResponsePolicy

Figure = dict[str, Any]
"""`data` and `layout` as accepted by Plotly.newPlot."""

TONES = {
    "APPROVE": "--approve-solid",
    "REVISE": "--revise-solid",
    "RETRY": "--retry-solid",
    "FAIL": "--fail-solid",
    "HALT": "--halted-solid",
    "HALTED": "--halted-solid",
}
_FEW = 5
SERIES = ("--accent-solid", "--calm-solid", "--halted-solid", "--revise-solid", "--approve-solid", "--retry-solid")
"""Colours of series without a colour of their own."""
PER_CENT: dict[str, Any] = {"ticksuffix": " %", "hoverformat": ".1~f"}
"""An axis of percentages. Plotly's own format is `80%`, the pages use `80 %`."""
_BANDS = (("approve", "APPROVE", "--approve"), ("revise", "REVISE", "--revise"), ("retry", "RETRY", "--retry"))

_NEAR = 0.08
"""Bins are 0.1 wide, so only points at a shared edge are closer."""
LABEL_WIDTH, LABEL_HEIGHT = 0.17, 28
"""Size of a label with two lines: share of the narrowest figure's width, and pixels."""


def stacked_bars(places: Sequence[Any], series: Mapping[str, Sequence[float]], *, across: bool = False) -> Figure:
    """One bar per place, one colour per series. `across` makes the bars horizontal, for long names."""
    traces = [
        _bar(name, places, values, TONES.get(name, SERIES[at % len(SERIES)]), across)
        for at, (name, values) in enumerate(series.items())
    ]
    layout: dict[str, Any] = {"barmode": "stack", "showlegend": len(series) > 1}
    if across:
        layout["yaxis"] = {"autorange": "reversed", "automargin": True, "showgrid": False}
    return {"data": traces, "layout": layout}


def counts_over_time(places: Sequence[Any], series: Mapping[str, Sequence[int]], tones: Mapping[str, str]) -> Figure:
    """Stacked bars of integers; `tones` has the colour of each series."""
    drawn = stacked_bars(places, series)
    for trace in drawn["data"]:
        trace["marker"] = {"color": tones[trace["name"]]}
    highest = max((sum(counts) for counts in zip(*series.values(), strict=True)), default=0)
    whole = {"dtick": 1} if highest < _FEW else {}  # Plotly would put ticks between 1 and 2
    axis = {"rangemode": "tozero", "tickformat": ",d", **whole}
    return {"data": drawn["data"], "layout": {**drawn["layout"], "yaxis": axis}}


def grouped_bars(places: Sequence[Any], series: Mapping[str, Sequence[float]]) -> Figure:
    drawn = stacked_bars(places, series)
    return {"data": drawn["data"], "layout": {**drawn["layout"], "barmode": "group"}}


def _bar(name: str, places: Sequence[Any], values: Sequence[float], tone: str, across: bool) -> dict[str, Any]:
    ends = (
        {"x": list(values), "y": list(places), "orientation": "h"} if across else {"x": list(places), "y": list(values)}
    )
    return {"type": "bar", "name": name, "marker": {"color": tone}, **ends}


def reliability_diagram(bins: Sequence[ReliabilityBin]) -> Figure:
    """Share of right judgements over confidence; on the diagonal the judge is calibrated."""
    shares = [one.sound for one in bins]
    labels = [f"n {one.sound.n}" for one in bins]
    points = {**_points("sound", [one.confidence for one in bins], shares, "y"), "text": labels, "mode": "markers+text"}
    diagonal = {
        "type": "line", "x0": 0, "y0": 0, "x1": 1, "y1": 1, "line": {"color": "--text-3", "width": 1, "dash": "dot"},
    }  # fmt: skip
    return {
        "data": [{**points, "textposition": _label_places(bins)}],
        "layout": {
            "showlegend": False,
            "shapes": [diagonal],
            "xaxis": {"range": [0, 1.04], "dtick": 0.2, "title": {"text": "confidence"}},
            "yaxis": {"range": [-0.04, 1.04], "dtick": 0.2, "title": {"text": "share approved as it stood"}},
        },
    }


def _label_places(bins: Sequence[ReliabilityBin]) -> list[str]:
    """Label positions next to each point, away from its neighbour and from the edge of the plot."""
    ends = (-inf, *(one.confidence for one in bins), inf)
    near = pairwise(right - left < _NEAR for left, right in pairwise(ends))
    sides = [
        "left" if near_next or (one.confidence > 0.85 and not near_last) else "right"
        for one, (near_last, near_next) in zip(bins, near, strict=True)
    ]
    heights = ["bottom" if (one.sound.value or 0) > 0.5 else "top" for one in bins]
    return [f"{height} {side}" for height, side in zip(heights, sides, strict=True)]


def agreement_dots(names: Sequence[str], series: Mapping[str, Sequence[MeasuredValue]]) -> Figure:
    """Dots with intervals on a scale from -1 to 1, where 0 is chance."""
    axis = {"range": [-1, 1.04], "dtick": 0.5, "zeroline": True}
    return interval_dots(names, series, xaxis=axis, tones=("--accent-solid", "--revise-solid"))


def interval_dots(
    names: Sequence[str],
    series: Mapping[str, Sequence[MeasuredValue]],
    *,
    xaxis: dict[str, Any],
    tones: Sequence[str],
    scale: int = 1,
) -> Figure:
    """One dot with its interval per name and series; a name without a value keeps its row. `scale` is 100 for an axis
    in per cent."""
    data = [
        {**_points(name, list(names), values, "x", scale), "marker": {"color": tone, "size": 9}}
        for (name, values), tone in zip(series.items(), tones, strict=False)
    ]
    yaxis = {"autorange": "reversed", "automargin": True, "type": "category"}
    yaxis |= {"categoryorder": "array", "categoryarray": list(names)}
    return {"data": data, "layout": {"showlegend": True, "xaxis": xaxis, "yaxis": yaxis}}


def _points(
    name: str, places: Sequence[Any], values: Sequence[MeasuredValue], along: str, scale: int = 1
) -> dict[str, Any]:
    """A trace with error bars on the axis `along`; undefined values are omitted."""
    drawn = [(place, one, one.value) for place, one in zip(places, values, strict=True) if one.value is not None]
    numbers = [scale * value for *_, value in drawn]
    error = {
        "type": "data",
        "symmetric": False,
        "array": [scale * ((one.high if one.high is not None else value) - value) for _, one, value in drawn],
        "arrayminus": [scale * (value - (one.low if one.low is not None else value)) for _, one, value in drawn],
        "thickness": 1.25,
    }
    ends = {"x": numbers, "y": [place for place, *_ in drawn]}
    if along == "y":
        ends = {"x": ends["y"], "y": ends["x"]}
    marker = {"color": "--accent-solid", "size": 9}
    return {"type": "scatter", "mode": "markers", "name": name, "marker": marker, f"error_{along}": error, **ends}


def confidence_histogram(
    counts: Mapping[str, Sequence[int]], policy: ResponsePolicy, *, draft: ResponsePolicy | None
) -> Figure:
    """`counts` has a list per decision, with one number per bin of equal width from 0 to 1. Thresholds of a `draft` are
    drawn solid, those in force dotted if they differ."""
    bins = len(next(iter(counts.values()), ())) or 20
    centres = [(at + 0.5) / bins for at in range(bins)]
    drawn = stacked_bars(centres, dict(counts))
    for trace in drawn["data"]:
        trace["width"] = [1 / bins * 0.92] * bins
    shown = draft or policy
    lines = [(getattr(policy, field), getattr(shown, field), label, tone) for field, label, tone in _BANDS]
    moved = [line_across(before, "--text-3", "dot") for before, now, *_ in lines if before != now]
    labels = _thresholds([(now, label, tone) for _, now, label, tone in lines])
    return {
        "data": drawn["data"],
        "layout": {
            **drawn["layout"],
            "xaxis": {"range": [0, 1], "dtick": 0.1},
            "yaxis": {"rangemode": "tozero"},
            "shapes": [*moved, *(line_across(now, tone, "solid") for _, now, _, tone in lines)],
            "annotations": labels,
            "margin": {"t": LABEL_HEIGHT + 6 + max(label["yshift"] for label in labels)},
        },
    }


def _thresholds(labels: Sequence[tuple[float, str, str]]) -> list[dict[str, Any]]:
    """The label of each threshold, in the lowest row without overlap."""
    rows: list[float] = []
    placed = []
    for at, label, tone in sorted(labels):
        row = next((row for row, last in enumerate(rows) if at - last >= LABEL_WIDTH), len(rows))
        rows[row : row + 1] = [at]
        placed.append(_threshold(at, label, tone) | {"yshift": row * LABEL_HEIGHT})
    return placed


def _threshold(at: float, label: str, tone: str) -> dict[str, Any]:
    return {
        "x": at,
        "y": 1,
        "xref": "x",
        "yref": "paper",
        "text": f"{label}<br>{at:g}",
        "showarrow": False,
        "xanchor": "center",
        "yanchor": "bottom",
        "font": {"color": tone, "size": 11},
    }


def line_across(at: Any, tone: str, dash: str = "dash", *, level: bool = False) -> dict[str, Any]:
    """A line across the whole figure: vertical, or horizontal if `level`."""
    along, across = ("y", "x") if level else ("x", "y")
    ends = {f"{along}0": at, f"{along}1": at, f"{across}0": 0, f"{across}1": 1, f"{across}ref": "paper"}
    return {"type": "line", "line": {"color": tone, "width": 1.5, "dash": dash}, **ends}


def curve(
    name: str, xs: Sequence[Any], ys: Sequence[float | None], tone: str, dash: str = "solid", *, width: float = 2
) -> dict[str, Any]:
    return {
        "type": "scatter", "mode": "lines", "name": name, "x": list(xs), "y": list(ys),
        "marker": {"color": tone}, "line": {"color": tone, "width": width, "dash": dash},
    }  # fmt: skip
