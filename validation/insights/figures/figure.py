"""What every figure shares: a Plotly figure as plain data, coloured by names of the stylesheet's tokens.

A colour is written `--approve-solid`; static/js/charts.js puts in what the token is worth under the reader's scheme, so
that a figure is right in light and dark and the stylesheet stays the only place that knows colours.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Figure = dict[str, Any]
"""`data` and `layout` as Plotly.newPlot takes them."""

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
"""For kinds that have no colour of their own."""


def stacked_bars(places: Sequence[Any], series: Mapping[str, Sequence[float]], *, across: bool = False) -> Figure:
    """One bar a place, one colour a series. `across` lays the bars down, for places with long names."""
    traces = [_bar(name, places, values, _tone(name, at), across) for at, (name, values) in enumerate(series.items())]
    layout: dict[str, Any] = {"barmode": "stack", "showlegend": len(series) > 1}
    if across:
        layout["yaxis"] = {"autorange": "reversed", "automargin": True, "showgrid": False}
    return {"data": traces, "layout": layout}


def counts_over_time(places: Sequence[Any], series: Mapping[str, Sequence[int]], tones: Mapping[str, str]) -> Figure:
    """Stacked bars of whole numbers; `tones` has the colour that each series has everywhere."""
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


def _tone(name: str, at: int) -> str:
    return TONES.get(name, SERIES[at % len(SERIES)])
