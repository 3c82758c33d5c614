"""Plotly figures: the certificate curve, and the control chart of a daily figure with its change points."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from validation.domain.estimates.certificate import Certificate
from validation.insights.figures.figure import PER_CENT, Figure, curve, line_across
from validation.trust.estimates.drift import Series


def certificate_curve(found: Certificate) -> Figure:
    """Error bounds as steps on the left axis, the share approved as a dotted line on the right. Thresholds without
    audits are omitted."""
    steps = [step for step in reversed(found.steps) if step.n]
    places = [step.threshold for step in steps]
    approved = [100 * step.share_approved for step in steps]
    highest = 100 * max((step.bound for step in steps), default=1.0)
    layout: dict[str, Any] = {
        "showlegend": True,
        "xaxis": {"dtick": 0.02, "tickformat": ".2f"},
        "yaxis": {**PER_CENT, "range": [0, min(100, highest * 1.15)], "title": {"text": "share wrong"}},
        "yaxis2": {
            **PER_CENT, "overlaying": "y", "side": "right", "range": [0, 102], "dtick": 25,
            "showgrid": False, "title": {"text": "share still approved"},
        },
        "shapes": [
            line_across(100 * found.tolerated_answers, "--fail", level=True),
            *([line_across(found.threshold, "--approve")] if found.threshold is not None else []),
        ],
    }  # fmt: skip
    return {
        "data": [
            curve("wrong at most", places, [100 * step.bound for step in steps], "--revise-solid"),
            curve("wrong as found", places, [100 * step.wrong / step.n for step in steps], "--accent-solid"),
            {
                **curve("still approved", places, approved, "--approve-solid", "dot"),
                "yaxis": "y2",
            },
        ],
        "layout": layout,
    }


def control_chart(series: Series, changes: Sequence[date]) -> Figure:
    days = [figure.day.isoformat() for figure in series.figures]
    outside, scale = series.outside, 100 if series.is_share else 1
    upper, lower = ([scale * getattr(one, end) if one else None for one in series.limits] for end in ("high", "low"))
    axis = {**PER_CENT, "rangemode": "tozero"} if series.is_share else {"tickformat": ",.2~f"}
    return {
        "data": [
            curve("upper limit", days, upper, "--text-3", "dot", width=1),
            curve("lower limit", days, lower, "--text-3", "dot", width=1),
            curve("day", days, [scale * figure.value for figure in series.figures], "--accent-solid"),
            {
                "type": "scatter", "mode": "markers", "name": "outside", "marker": {"color": "--fail-solid", "size": 9},
                "x": [figure.day.isoformat() for figure in outside], "y": [scale * figure.value for figure in outside],
            },
        ],
        "layout": {
            "showlegend": False,
            "yaxis": axis,
            "xaxis": {"type": "date"},
            "shapes": [line_across(day.isoformat(), "--revise") for day in changes],
        },
    }  # fmt: skip
