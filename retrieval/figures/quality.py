"""How good retrieval was, hour by hour or day by day."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from validation.figures.figure import Figure, stacked_bars

TONES = {
    "Good": "--approve-solid",
    "Partial": "--revise-solid",
    "Poor": "--fail-solid",
    "halted": "--halted-solid",
}


def qualities_over_time(places: Sequence[Any], series: dict[str, Sequence[int]]) -> Figure:
    """`series` holds a list per key of TONES, one number a place."""
    drawn = stacked_bars(places, dict(series))
    for trace in drawn["data"]:
        trace["marker"] = {"color": TONES[trace["name"]]}
    layout = {**drawn["layout"], "yaxis": {"rangemode": "tozero", "tickformat": ",d"}}
    return {"data": drawn["data"], "layout": layout}
