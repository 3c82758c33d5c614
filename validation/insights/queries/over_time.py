"""A measure by hour or day."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from validation.insights.queries.insights import STEPS
from validation.platform.paging.filters import within
from validation.platform.tallies.read import TallyScope, Wanted, load_sums, tallied
from validation.platform.tallies.source import SOURCE_OF

MOST_BUCKETS = 120
"""Most hours or days shown; of a longer time only the end."""
_HOURLY = timedelta(days=2)


@dataclass(frozen=True, slots=True)
class Bucket:
    """One hour or day, starting at `at`; `counts` by kind, `halted` for rows without one."""

    at: datetime
    counts: dict[str, int]


@dataclass(frozen=True, slots=True)
class OverTime:
    """`step` is hour if the rows span at most two days, else day; includes empty buckets, oldest first."""

    step: str
    buckets: tuple[Bucket, ...]

    def resource(self) -> dict[str, Any]:
        return {"step": self.step, "buckets": [{"at": bucket.at, **bucket.counts} for bucket in self.buckets]}


def count_over_time(measure: str, scope: TallyScope, also_read: Wanted) -> OverTime:
    """The kinds of a measure by hour if they span at most two days, else by day. The same statements also read the
    tallies `also_read`, which the page needs too."""
    first, last = _ends(measure, scope)
    if first is None or last is None:
        return OverTime("day", ())
    span = "hour" if last - first <= _HOURLY else "day"
    load_sums(scope, {**also_read, measure: ("at", "kind")}, span=span)
    found: dict[datetime, Counter[str]] = {}
    for (at, kind), n, *_ in tallied(measure, scope, "at", "kind", span=span):
        found.setdefault(at, Counter())[kind or "halted"] += n
    moments = every_step(min(found), max(found), STEPS[span], most=MOST_BUCKETS) if found else ()
    return OverTime(span, tuple(Bucket(at, dict(found.get(at, {}))) for at in moments))


def _ends(measure: str, scope: TallyScope) -> tuple[datetime | None, datetime | None]:
    """The times of the first and last row within the scope."""
    source = SOURCE_OF[measure]
    rows = source.rows().filter(within(scope, source.at, source.pipeline))
    times = rows.values_list(source.at, flat=True)
    return times.order_by(source.at).first(), times.order_by(f"-{source.at}").first()


def every_step(first: datetime, last: datetime, step: timedelta, *, most: int) -> list[datetime]:
    """Times up to `last` at equal steps, counted back from there to about `first`; at most the last `most`."""
    count = min(max(0, (last - first) // step) + 1, most)
    return [last - step * back for back in reversed(range(count))]
