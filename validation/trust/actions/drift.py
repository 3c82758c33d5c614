"""Counts finished days and records the days on which a pipeline's decisions changed. An entry is an event too, so that
webhooks carry it."""

from __future__ import annotations

from dataclasses import asdict
from datetime import UTC, date, datetime, timedelta

from django.db import transaction

from validation.domain.event import EventType
from validation.models import DailyFigure, DriftPoint, Pipeline
from validation.platform.events.events import emit
from validation.trust.estimates.drift import Change, find_changes
from validation.trust.queries.drift import count_day, known_figures

WINDOW_DAYS = 56
"""Eight weeks are compared: a change that is older has become the pipeline's normal."""
_KEPT_DAYS = 400
_SAME_CHANGE_DAYS = 3
"""A change that is found again with another day beside it is the same one; its day settles as days come in."""
_TOLD_DAYS = 14
"""What changed longer ago is entered without an event: the first count looks at eight weeks at once."""


def watch_pipeline(pipeline: Pipeline, *, now: datetime) -> list[DriftPoint]:
    """Counts the days that are not counted yet and returns the new entries; nothing to do where yesterday is counted. A
    day ends at midnight UTC."""
    today = now.astimezone(UTC).date()
    begin, yesterday = today - timedelta(days=WINDOW_DAYS), today - timedelta(days=1)
    if DailyFigure.objects.filter(pipeline=pipeline, day=yesterday).exists():
        return []
    counted = set(
        DailyFigure.objects.filter(pipeline=pipeline, day__gte=begin).values_list("day", flat=True).distinct()
    )
    for day in (begin + timedelta(days=after) for after in range(WINDOW_DAYS)):
        if day not in counted:
            _keep(pipeline, day)
    changes = find_changes(known_figures(pipeline, begin))
    return [point for change in changes if (point := _record(pipeline, change, today, now)) is not None]


def forget_old_days(*, now: datetime) -> int:
    return DailyFigure.objects.filter(day__lt=now.date() - timedelta(days=_KEPT_DAYS)).delete()[0]


def _keep(pipeline: Pipeline, day: date) -> None:
    """Two workers may count one day: the first one's rows stand."""
    rows = [DailyFigure(pipeline=pipeline, **asdict(figure)) for figure in count_day(pipeline, day)]
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
        if made and change.day >= today - timedelta(days=_TOLD_DAYS):
            emit(
                type=EventType.DRIFT_FOUND,
                subject_kind="drift",
                subject_id=str(point.pk),
                pipeline=pipeline,
                now=now,
            )
    return point if made else None
