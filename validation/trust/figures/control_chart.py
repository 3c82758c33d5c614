"""A daily figure with its control limits, days outside them, and the days on which it changed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from validation.insights.figures.figure import Figure
from validation.trust.estimates.drift import Series


def control_chart(series: Series, changes: Sequence[date]) -> Figure:
    days = [figure.day.isoformat() for figure in series.figures]
    outside = series.outside
    form = ".0%" if series.is_share else ",.2~f"
    return {
        "data": [
            _line("upper limit", days, [limit.high if limit else None for limit in series.limits], "--text-3", "dot"),
            _line("lower limit", days, [limit.low if limit else None for limit in series.limits], "--text-3", "dot"),
            _line("day", days, [figure.value for figure in series.figures], "--accent-solid", "solid"),
            {
                "type": "scatter", "mode": "markers", "name": "outside", "marker": {"color": "--fail-solid", "size": 9},
                "x": [figure.day.isoformat() for figure in outside], "y": [figure.value for figure in outside],
            },
        ],
        "layout": {
            "showlegend": False,
            "yaxis": {"tickformat": form, "rangemode": "tozero" if series.is_share else "normal"},
            "xaxis": {"type": "date"},
            "shapes": [_change(day) for day in changes],
        },
    }  # fmt: skip


def _line(name: str, days: list[str], values: Sequence[float | None], tone: str, dash: str) -> dict[str, Any]:
    return {
        "type": "scatter", "mode": "lines", "name": name, "x": days, "y": list(values), "marker": {"color": tone},
        "line": {"color": tone, "width": 1 if dash == "dot" else 2, "dash": dash},
    }  # fmt: skip


def _change(day: date) -> dict[str, Any]:
    line = {"color": "--revise", "width": 2, "dash": "dash"}
    return {
        "type": "line", "x0": day.isoformat(), "x1": day.isoformat(), "y0": 0, "y1": 1, "yref": "paper", "line": line,
    }  # fmt: skip
