"""Drift: daily control charts of a pipeline's decisions, and the days on which they changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, timedelta

from django.http import HttpRequest, HttpResponse

from validation.insights.web.charts import Chart
from validation.models import DriftPoint
from validation.platform.pages.access import viewer_page
from validation.platform.pages.page import render_page
from validation.platform.pages.scope import scope_of
from validation.response.web.blind import hidden_from
from validation.trust.actions.drift import WINDOW_DAYS
from validation.trust.estimates.drift import Series, label_of, shown, watched_series
from validation.trust.figures import control_chart
from validation.trust.queries.drift import daily_figures, drift_points


@dataclass(frozen=True, slots=True)
class Entry:
    """One change, formatted for display."""

    point: DriftPoint
    label: str
    before: str
    after: str


@viewer_page
def drift(request: HttpRequest) -> HttpResponse:
    scope = scope_of(request)
    since = scope.now.astimezone(UTC).date() - timedelta(days=WINDOW_DAYS)
    hidden = hidden_from(request)
    points = drift_points(pipeline=scope.pipeline, since=since)
    context = {
        "scope": scope,
        "hide_range": True,
        "left_out": hidden,
        "weeks": WINDOW_DAYS // 7,
        "entries": [_entry(point) for point in points],
        "charts": [
            _chart(series, [point.day for point in points if point.series == series.name])
            for series in watched_series(daily_figures(pipeline=scope.pipeline, since=since, without=hidden))
        ],
    }
    return render_page(request, "trust/drift.html", context)


def _entry(point: DriftPoint) -> Entry:
    before, after = (shown(point.series, value) for value in (point.before, point.after))
    return Entry(point, label_of(point.series), before, after)


def _chart(series: Series, changes: Sequence[date]) -> Chart:
    outside = {figure.day for figure in series.outside}
    rows = tuple(
        (
            figure.day.isoformat(),
            shown(series.name, figure.value),
            *((shown(series.name, limit.low), shown(series.name, limit.high)) if limit else ("–", "–")),
            "outside" if figure.day in outside else "",
            figure.n,
        )
        for figure, limit in zip(reversed(series.figures), reversed(series.limits), strict=True)
    )
    found = f"{len(outside)} of {len(rows)} days lie outside what chance explains." if outside else ""
    changed = f"Changed on {', '.join(day.isoformat() for day in sorted(set(changes)))}." if changes else ""
    return Chart(
        slug=series.name.replace(":", "-").replace(" ", "-"),
        title=label_of(series.name),
        note=" ".join(part for part in (changed, found) if part) or "Every day lies within what chance explains.",
        n=sum(figure.n for figure in series.figures),
        columns=("Day", "Value", "From", "To", "Limits", "n"),
        rows=rows,
        figure=control_chart(series, sorted(set(changes))),
    )
