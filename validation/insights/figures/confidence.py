"""The confidence histogram with the thresholds of a policy drawn in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from validation.domain.policy import ResponsePolicy
from validation.insights.figures.figure import Figure, stacked_bars

_BANDS = (("approve", "APPROVE", "--approve"), ("revise", "REVISE", "--revise"), ("retry", "RETRY", "--retry"))


def confidence_histogram(
    counts: Mapping[str, Sequence[int]], policy: ResponsePolicy, *, draft: ResponsePolicy | None = None
) -> Figure:
    """`counts` holds a list per decision, one number a bin of equal width from 0 to 1. A `draft` is drawn solid and
    what is in force dotted, where they differ."""
    bins = len(next(iter(counts.values()), ())) or 20
    centres = [(at + 0.5) / bins for at in range(bins)]
    drawn = stacked_bars(centres, dict(counts))
    for trace in drawn["data"]:
        trace["width"] = [1 / bins * 0.92] * bins
    shown = draft or policy
    lines = [line for field, label, tone in _BANDS for line in _threshold(getattr(shown, field), label, tone)]
    before = [
        _line(getattr(policy, field), "--text-3", "dot")
        for field, _, _ in _BANDS
        if getattr(policy, field) != getattr(shown, field)
    ]
    return {
        "data": drawn["data"],
        "layout": {
            **drawn["layout"],
            "xaxis": {"range": [0, 1], "dtick": 0.1},
            "yaxis": {"rangemode": "tozero"},
            "shapes": [*before, *(line["shape"] for line in lines)],
            "annotations": [line["label"] for line in lines],
        },
    }


def _threshold(at: float, label: str, tone: str) -> list[dict[str, Any]]:
    text = {
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
    return [{"shape": _line(at, tone, "solid"), "label": text}]


def _line(at: float, tone: str, dash: str) -> dict[str, Any]:
    return {
        "type": "line",
        "x0": at,
        "x1": at,
        "y0": 0,
        "y1": 1,
        "yref": "paper",
        "line": {"color": tone, "width": 1.5, "dash": dash},
    }
