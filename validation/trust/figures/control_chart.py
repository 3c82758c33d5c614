"""A daily figure with its control limits, days outside them, and the days on which it changed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from validation.insights.figures.figure import Figure, curve, line_across
from validation.trust.estimates.drift import Series


def control_chart(series: Series, changes: Sequence[date]) -> Figure:
    days = [figure.day.isoformat() for figure in series.figures]
    outside = series.outside
    upper, lower = ([getattr(one, end) if one else None for one in series.limits] for end in ("high", "low"))
    form = ".0%" if series.is_share else ",.2~f"
    return {
        "data": [
            curve("upper limit", days, upper, "--text-3", "dot", width=1),
            curve("lower limit", days, lower, "--text-3", "dot", width=1),
            curve("day", days, [figure.value for figure in series.figures], "--accent-solid"),
            {
                "type": "scatter", "mode": "markers", "name": "outside", "marker": {"color": "--fail-solid", "size": 9},
                "x": [figure.day.isoformat() for figure in outside], "y": [figure.value for figure in outside],
            },
        ],
        "layout": {
            "showlegend": False,
            "yaxis": {"tickformat": form, "rangemode": "tozero" if series.is_share else "normal"},
            "xaxis": {"type": "date"},
            "shapes": [line_across(day.isoformat(), "--revise") for day in changes],
        },
    }  # fmt: skip
