"""Counts finished days and records the days on which a pipeline's decisions changed. Each entry also emits an event for
webhooks."""

from __future__ import annotations

from dataclasses import asdict
from datetime import UTC, date, datetime, timedelta

from django.db import transaction

from validation.domain.event import EventType
from validation.models import DailyFigure, DriftPoint, Pipeline
from validation.platform.events.events import emit
from validation.trust.estimates.drift import Change, Figure, find_changes
from validation.trust.queries.drift import count_day, is_waiting, known_figures

WINDOW_DAYS = 56
"""Length of the compared window; a change older than eight weeks has become normal for the pipeline."""
_KEPT_DAYS = 400
_WAIT_DAYS = 3
"""After this a day is counted without the attempts that still wait."""
_SAME_CHANGE_DAYS = 3
"""Changes found this close together are the same change, whose estimated day shifts as more days are counted."""
_EVENT_DAYS = 14
"""An older change is recorded without an event, since the first count covers eight weeks at once."""


def watch_pipeline(pipeline: Pipeline, *, now: datetime) -> list[DriftPoint]:
    """Counts the days that are not counted yet and returns the new changes. A day with waiting attempts is counted once
    they are judged, at the latest after _WAIT_DAYS. Days end at midnight UTC."""
    today = now.astimezone(UTC).date()
    begin, waits_from = today - timedelta(days=WINDOW_DAYS), today - timedelta(days=_WAIT_DAYS)
    counted = set(
        DailyFigure.objects.filter(pipeline=pipeline, day__gte=begin).values_list("day", flat=True).distinct()
    )
    missing = sorted({begin + timedelta(days=after) for after in range(WINDOW_DAYS)} - counted)
    due = [day for day in missing if day < waits_from or not is_waiting(pipeline, day)]
    if not due:
        return []
    for day in due:
        _store_day(pipeline, day)
    changes = find_changes(known_figures(pipeline, begin))
    return [point for change in changes if (point := _record(pipeline, change, today, now)) is not None]


def forget_old_days(*, now: datetime) -> int:
    return DailyFigure.objects.filter(day__lt=now.date() - timedelta(days=_KEPT_DAYS)).delete()[0]


def _store_day(pipeline: Pipeline, day: date) -> None:
    """Stores a day's figures, 0 of 0 for a day without attempts, so that it is not counted again. If two workers count
    the same day, the first one's rows are kept."""
    figures = count_day(pipeline, day) or [Figure("halted", day, 0, 0, 0.0)]
    rows = [DailyFigure(pipeline=pipeline, **asdict(figure)) for figure in figures]
    DailyFigure.objects.bulk_create(rows, ignore_conflicts=True)


def _record(pipeline: Pipeline, change: Change, today: date, now: datetime) -> DriftPoint | None:
    near = timedelta(days=_SAME_CHANGE_DAYS)
    known = DriftPoint.objects.filter(
        pipeline=pipeline, series=change.series, day__gte=change.day - near, day__lte=change.day + near
    )
    if known.exists():
        return None
    with transaction.atomic():
        point, made = DriftPoint.objects.get_or_create(
            pipeline=pipeline,
            series=change.series,
            day=change.day,
            defaults={**asdict(change), "found_at": now},
        )
        if made and change.day >= today - timedelta(days=_EVENT_DAYS):
            emit(
                type=EventType.DRIFT_FOUND,
                subject_kind="drift",
                subject_id=str(point.pk),
                pipeline=pipeline,
                now=now,
            )
    return point if made else None
