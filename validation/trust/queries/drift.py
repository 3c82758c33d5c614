"""Drift as the page and the event show it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any

from validation.models import DailyFigure, DriftPoint
from validation.platform.paging.filters import in_pipeline
from validation.trust.estimates.drift import Figure, label_of

MOST_POINTS = 100


def drift_points(*, pipeline: str, since: date) -> list[DriftPoint]:
    """Newest first."""
    points = DriftPoint.objects.filter(in_pipeline(pipeline), day__gte=since).select_related("pipeline")
    return list(points[:MOST_POINTS])


def daily_figures(*, pipeline: str, since: date) -> list[Figure]:
    """Of one pipeline, or of all together: shares by their sums, medians weighted by what they rest on."""
    rows = DailyFigure.objects.filter(in_pipeline(pipeline), day__gte=since)
    return list(_together(rows.order_by("day").values_list("series", "day", "hits", "n", "value")))


def drift_resources(ids: Sequence[str]) -> Mapping[str, Any]:
    points = DriftPoint.objects.filter(pk__in=ids).select_related("pipeline")
    return {str(point.pk): drift_resource(point) for point in points}


def drift_resource(point: DriftPoint) -> dict[str, Any]:
    return {
        "id": str(point.pk),
        "pipeline": point.pipeline.name,
        "series": point.series,
        "label": label_of(point.series),
        "day": point.day,
        "before": point.before,
        "after": point.after,
        "p": point.p,
        "cause": point.cause,
        "cause_day": point.cause_day,
        "found_at": point.found_at,
    }


def _together(rows: Iterable[tuple[str, date, int | None, int, float]]) -> Iterable[Figure]:
    grouped: defaultdict[tuple[str, date], list[tuple[int | None, int, float]]] = defaultdict(list)
    for series, day, *rest in rows:
        grouped[series, day].append(tuple(rest))  # type: ignore[arg-type]
    for (series, day), parts in grouped.items():
        n = sum(size for _, size, _ in parts)
        hits = None if parts[0][0] is None else sum(part or 0 for part, _, _ in parts)
        value = sum(size * value for _, size, value in parts) / n if n else 0.0
        yield Figure(series, day, hits, n, value)
