"""What there is to tell now: a sentence for each notice that holds, and the page that shows more."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Min, QuerySet
from django.urls import reverse

from validation.domain.halt import TRANSIENT
from validation.domain.intervention import UNSETTLED, Kind
from validation.domain.operations.notices import Notice
from validation.models import DriftPoint, Intervention
from validation.platform.circuits.state import circuits

SOON = timedelta(hours=24)
_MOST_NAMED = 5


@dataclass(frozen=True, slots=True)
class NoticeText:
    text: str
    path: str


def notices_holding(*, now: datetime) -> dict[Notice, NoticeText]:
    """Sample data is never told of."""
    found = {
        Notice.JUDGE_AWAY: _judge_away(now),
        Notice.REVIEW_OVERDUE: _review_overdue(now),
        Notice.AUDIT_DUE: _audit_due(now),
        Notice.DRIFT_FOUND: _drift_found(now),
    }
    return {notice: text for notice, text in found.items() if text is not None}


def _judge_away(now: datetime) -> NoticeText | None:
    halted = _unsettled().filter(kind=Kind.HALT, cause__in=[cause.value for cause in TRANSIENT]).count()
    if not halted and not circuits(now).all_open:
        return None
    waiting = f" {_items(halted)} on the review desk {'waits' if halted == 1 else 'wait'} for it." if halted else ""
    return NoticeText(f"The judge does not answer.{waiting}", reverse("web:judge"))


def _review_overdue(now: datetime) -> NoticeText | None:
    late = _unsettled().exclude(kind=Kind.AUDIT).filter(due_at__lt=now).aggregate(n=Count("pk"), oldest=Min("due_at"))
    if not late["n"]:
        return None
    said = "is overdue, since" if late["n"] == 1 else "are overdue, the first since"
    text = f"{_items(late['n'])} on the review desk {said} {late['oldest']:%d %B, %H:%M} UTC."
    return NoticeText(text, reverse("web:desk"))


def _audit_due(now: datetime) -> NoticeText | None:
    due = _unsettled().filter(kind=Kind.AUDIT, due_at__gte=now, due_at__lt=now + SOON).count()
    text = f"{_items(due, 'audit')} without an answer, due within 24 hours."
    return NoticeText(text, reverse("web:desk")) if due else None


def _drift_found(now: datetime) -> NoticeText | None:
    """By the day on which it was found; a series that changed long ago may be found today."""
    points = DriftPoint.objects.filter(found_at__gte=now - SOON).order_by("pipeline__name")
    names = list(points.values_list("pipeline__name", flat=True).distinct()[: _MOST_NAMED + 1])
    if not names:
        return None
    more = " and others" if len(names) > _MOST_NAMED else ""
    return NoticeText(f"Decisions drifted in {', '.join(names[:_MOST_NAMED])}{more}.", reverse("web:drift"))


def _unsettled() -> QuerySet[Intervention]:
    return Intervention.objects.filter(state__in=[state.value for state in UNSETTLED], sample=False)


def _items(count: int, noun: str = "item") -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
