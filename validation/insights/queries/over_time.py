"""Rows counted by the hour or by the day."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, QuerySet
from django.db.models.functions import TruncDay, TruncHour

MOST_BUCKETS = 120
"""Hours or days that are shown; of a longer time only its end."""
_HOURLY = timedelta(days=2)


@dataclass(frozen=True, slots=True)
class Bucket:
    """One hour or day, from `at` on; `counts` by kind, `halted` for what has none."""

    at: datetime
    counts: dict[str, int]


@dataclass(frozen=True, slots=True)
class OverTime:
    """`hourly` when the rows span two days at most; buckets without rows are there too, oldest first."""

    hourly: bool
    buckets: tuple[Bucket, ...]

    @property
    def step(self) -> str:
        return "hour" if self.hourly else "day"

    def resource(self) -> dict[str, Any]:
        return {"step": self.step, "buckets": [{"at": bucket.at, **bucket.counts} for bucket in self.buckets]}


def count_over_time(
    rows: QuerySet[Any], *, at: str, kind: str, first: datetime | None, last: datetime | None
) -> OverTime:
    """One statement. `at` and `kind` name fields; `first` and `last` are the ends of the time they span."""
    if first is None or last is None:
        return OverTime(False, ())
    hourly = last - first <= _HOURLY
    trunc, step = (TruncHour, timedelta(hours=1)) if hourly else (TruncDay, timedelta(days=1))
    found: dict[datetime, Counter[str]] = {}
    counted = rows.annotate(bucket=trunc(at)).order_by("bucket").values_list("bucket", kind).annotate(n=Count("pk"))
    for bucket, name, count in counted:
        found.setdefault(bucket, Counter())[name or "halted"] += count
    return OverTime(hourly, tuple(_filled(found, step)))


def _filled(found: dict[datetime, Counter[str]], step: timedelta) -> list[Bucket]:
    """No gaps: an hour without rows is an empty one, not a missing one."""
    if not found:
        return []
    last = max(found)
    places = min(int((last - min(found)) / step) + 1, MOST_BUCKETS)
    return [Bucket(at, dict(found.get(at, {}))) for at in (last - step * place for place in reversed(range(places)))]
