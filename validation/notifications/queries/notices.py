"""The notices that hold now: a sentence for each, and the URL of the page with details."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from urllib.parse import urlencode

from django.db.models import QuerySet
from django.urls import reverse

from validation.domain.halt import TRANSIENT
from validation.domain.intervention import UNSETTLED, Kind, Priority
from validation.domain.operations.notices import Notice
from validation.models import DriftPoint, Intervention, Pipeline
from validation.platform.paging.filters import given
from validation.platform.processes import circuits

SOON = timedelta(hours=24)
_MOST_NAMED = 5


@dataclass(frozen=True, slots=True)
class NoticeText:
    text: str
    path: str


def notices_holding(pipeline: Pipeline | None = None, *, now: datetime) -> dict[Notice, NoticeText]:
    """Notices of one pipeline, or of all. Ignores sample data."""
    work = Intervention.objects.filter(state__in=UNSETTLED, sample=False, **given(pipeline=pipeline))
    found = {
        Notice.JUDGE_AWAY: _judge_away(work, now),
        Notice.CRITICAL_OPEN: _critical_open(work, pipeline),
        Notice.REVIEW_OVERDUE: _review_overdue(work, pipeline, now),
        Notice.AUDIT_DUE: _audit_due(work, pipeline, now),
        Notice.DRIFT_FOUND: _drift_found(pipeline, now),
    }
    return {notice: text for notice, text in found.items() if text is not None}


def _judge_away(work: QuerySet[Intervention], now: datetime) -> NoticeText | None:
    halted = work.filter(kind=Kind.HALT, cause__in=[cause.value for cause in TRANSIENT]).count()
    if not halted and not circuits(now).all_open:
        return None
    waiting = f" {_items(halted)} on the review desk {'waits' if halted == 1 else 'wait'} for it." if halted else ""
    return NoticeText(f"The judge does not answer.{waiting}", reverse("web:judge"))


def _critical_open(work: QuerySet[Intervention], pipeline: Pipeline | None) -> NoticeText | None:
    found, path = _on_desk(work.filter(priority=Priority.CRITICAL), pipeline, "is:open priority:critical")
    verb = "is" if found == 1 else "are"
    text = f"{_items(found, 'critical item')}{_of_pipeline(pipeline)} {verb} on the review desk."
    return NoticeText(text, path) if found else None


def _review_overdue(work: QuerySet[Intervention], pipeline: Pipeline | None, now: datetime) -> NoticeText | None:
    late = work.exclude(kind=Kind.AUDIT).filter(due_at__lt=now)
    found, path = _on_desk(late, pipeline, "is:open overdue")
    if not found:
        return None
    oldest = late.order_by("due_at").values_list("due_at", flat=True)[0]
    verb = "is overdue, since" if found == 1 else "are overdue, the first since"
    return NoticeText(
        f"{_items(found)}{_of_pipeline(pipeline)} on the review desk {verb} {oldest:%d %B, %H:%M} UTC.", path
    )


def _audit_due(work: QuerySet[Intervention], pipeline: Pipeline | None, now: datetime) -> NoticeText | None:
    due = work.filter(kind=Kind.AUDIT, due_at__gte=now, due_at__lt=now + SOON).count()
    text = f"{_items(due, 'audit')}{_of_pipeline(pipeline)} without an answer, due within 24 hours."
    return NoticeText(text, _desk(pipeline)) if due else None


def _drift_found(pipeline: Pipeline | None, now: datetime) -> NoticeText | None:
    """Selects by the day of detection, which may be long after the change."""
    found = DriftPoint.objects.filter(found_at__gte=now - SOON, **given(pipeline=pipeline))
    named = found.order_by("pipeline__name").values_list("pipeline__name", flat=True).distinct()
    names = list(named[: _MOST_NAMED + 1])
    if not names:
        return None
    more = " and others" if len(names) > _MOST_NAMED else ""
    return NoticeText(f"Decisions drifted in {', '.join(names[:_MOST_NAMED])}{more}.", reverse("web:drift"))


def _on_desk(items: QuerySet[Intervention], pipeline: Pipeline | None, terms: str) -> tuple[int, str]:
    """Number of items, and the URL: of the item if it is the only one, else of the filtered desk."""
    keys = list(items.order_by().values_list("pk", flat=True)[:2])
    if len(keys) == 1:
        return 1, reverse("web:desk_item", args=keys)
    return (items.count() if keys else 0), _desk(pipeline, q=terms)


def _desk(pipeline: Pipeline | None, **narrowed: str) -> str:
    narrowed |= {"pipeline": pipeline.name} if pipeline else {}
    return reverse("web:desk") + (f"?{urlencode(narrowed)}" if narrowed else "")


def _of_pipeline(pipeline: Pipeline | None) -> str:
    return f" of {pipeline.name}" if pipeline else ""


def _items(count: int, noun: str = "item") -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
