"""Charts of a measure by hour or day: room for few bars, and what is said of a long time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from validation.insights.queries.insights import STEPS
from validation.insights.queries.over_time import MOST_BUCKETS, Bucket, OverTime
from validation.insights.web.charts import chart_over_time


@pytest.mark.parametrize(
    ("span", "count", "start"),
    [
        ("day", 1, "2026-01-09T12:00"),
        ("hour", 1, "2026-01-20T12:30"),
        ("day", 12, None),
        ("day", 30, None),
    ],
)
def test_few_bars_stand_at_the_end_of_twelve(span: str, count: int, start: str | None) -> None:
    step = STEPS[span]
    last = datetime(2026, 1, 21, tzinfo=UTC)
    buckets = tuple(Bucket(last - step * back, {"Good": 1}) for back in reversed(range(count)))
    drawn = chart_over_time(OverTime(span, buckets), slug="s", title="t", note="n", tones={"Good": "--approve"})
    axis, bars = drawn.figure["layout"].get("xaxis"), drawn.figure["data"][0]
    assert bars.get("width") == (0.75 * step / timedelta(milliseconds=1) if axis else None)
    assert (axis["range"][0][:16] if axis else None) == start


@pytest.mark.parametrize(("count", "limited"), [(MOST_BUCKETS - 1, False), (MOST_BUCKETS, True)])
def test_a_chart_that_may_end_before_its_time_says_so(count: int, limited: bool) -> None:
    first = datetime(2026, 1, 1, tzinfo=UTC)
    buckets = tuple(Bucket(first + timedelta(days=day), {"Good": 1}) for day in range(count))
    drawn = chart_over_time(OverTime("day", buckets), slug="s", title="t", note="n", tones={"Good": "--approve"})
    assert ("Of a longer time only the last 120 days are shown." in drawn.note) is limited
