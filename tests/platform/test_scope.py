"""The time that a page speaks about."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from validation.platform.pages.scope import RANGES

NOW = datetime(2026, 11, 23, 0, 40, tzinfo=timezone(timedelta(hours=2)))
"""Still the day before in UTC."""


@pytest.mark.parametrize(
    ("key", "since"),
    [
        ("24h", NOW - timedelta(days=1)),
        ("7d", datetime(2026, 11, 15, tzinfo=UTC)),
        ("30d", datetime(2026, 10, 23, tzinfo=UTC)),
        ("all", None),
    ],
)
def test_more_than_a_day_begins_with_a_whole_day_of_the_charts(key: str, since: datetime | None) -> None:
    (chosen,) = (one for one in RANGES if one.key == key)
    assert chosen.since(NOW) == since
