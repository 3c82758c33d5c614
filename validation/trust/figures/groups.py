"""Shares of several groups side by side, each with its interval."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from validation.domain.estimates.agreement import Measured
from validation.insights.figures.figure import Figure

_TONES = ("--fail-solid", "--revise-solid")


def group_dots(names: Sequence[str], series: dict[str, Sequence[Measured]]) -> Figure:
    """One dot a group and series; groups without a figure keep their line."""
    data = [
        _dots(name, tone, list(names), values) for (name, values), tone in zip(series.items(), _TONES, strict=False)
    ]
    layout = {
        "showlegend": True,
        "xaxis": {"tickformat": ".0%", "rangemode": "tozero"},
        "yaxis": {
            "autorange": "reversed", "automargin": True, "type": "category",
            "categoryorder": "array", "categoryarray": list(names),
        },
    }  # fmt: skip
    return {"data": data, "layout": layout}


def _dots(name: str, tone: str, names: list[str], values: Sequence[Measured]) -> dict[str, Any]:
    held = [
        (place, one.value, one.low, one.high)
        for place, one in zip(names, values, strict=True)
        if one.value is not None and one.low is not None and one.high is not None
    ]
    return {
        "type": "scatter",
        "mode": "markers",
        "name": name,
        "marker": {"color": tone, "size": 9},
        "x": [value for _, value, _, _ in held],
        "y": [place for place, *_ in held],
        "error_x": {
            "type": "data",
            "symmetric": False,
            "array": [high - value for _, value, _, high in held],
            "arrayminus": [value - low for _, value, low, _ in held],
            "thickness": 1.25,
        },
    }
