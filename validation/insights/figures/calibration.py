"""Judge against rulings: the reliability diagram, and agreement with its intervals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from validation.domain.estimates.agreement import Measured
from validation.domain.estimates.calibration import ReliabilityBin
from validation.insights.figures.figure import Figure


def reliability_diagram(bins: Sequence[ReliabilityBin]) -> Figure:
    """How often the judge was right over how sure it was; on the diagonal it can be taken at its word."""
    shares = [one.sound for one in bins]
    told = [f"n {one.sound.n}" for one in bins]
    points = {**_points("sound", [one.confidence for one in bins], shares, "y"), "text": told, "mode": "markers+text"}
    diagonal = {
        "type": "line", "x0": 0, "y0": 0, "x1": 1, "y1": 1, "line": {"color": "--text-3", "width": 1, "dash": "dot"},
    }  # fmt: skip
    return {
        "data": [{**points, "textposition": "bottom right"}],
        "layout": {
            "showlegend": False,
            "shapes": [diagonal],
            "xaxis": {"range": [0, 1.04], "dtick": 0.2, "title": {"text": "confidence"}},
            "yaxis": {"range": [-0.04, 1.04], "dtick": 0.2, "title": {"text": "share approved as it stood"}},
        },
    }


def agreement_dots(names: Sequence[str], series: dict[str, Sequence[Measured]]) -> Figure:
    """One dot a name and series, with its interval; 0 is what chance alone would give."""
    tones = ("--accent-solid", "--revise-solid")
    data = [
        {**_points(name, list(names), values, "x"), "marker": {"color": tone, "size": 9}}
        for (name, values), tone in zip(series.items(), tones, strict=False)
    ]
    layout: dict[str, Any] = {
        "showlegend": True,
        "xaxis": {"range": [-1, 1.04], "dtick": 0.5, "zeroline": True},
        "yaxis": {"autorange": "reversed", "automargin": True, "type": "category"},
    }
    return {"data": data, "layout": layout}


def _points(name: str, places: Sequence[Any], values: Sequence[Measured], along: str) -> dict[str, Any]:
    """`along` is the axis of the values; undefined ones are left out."""
    held = [(place, one, one.value) for place, one in zip(places, values, strict=True) if one.value is not None]
    numbers = [value for *_, value in held]
    error = {
        "type": "data",
        "symmetric": False,
        "array": [(one.high if one.high is not None else value) - value for _, one, value in held],
        "arrayminus": [value - (one.low if one.low is not None else value) for _, one, value in held],
        "thickness": 1.25,
    }
    ends = {"x": numbers, "y": [place for place, *_ in held]}
    if along == "y":
        ends = {"x": ends["y"], "y": ends["x"]}
    marker = {"color": "--accent-solid", "size": 9}
    return {"type": "scatter", "mode": "markers", "name": name, "marker": marker, f"error_{along}": error, **ends}
