"""How often a notice is told."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from tests.factories import NOON
from validation.domain.operations.notices import Hours, Notice, choose_due

AWAY = Notice.JUDGE_AWAY


@pytest.mark.parametrize(
    ("minutes_holding", "told_at"),
    [
        (range(60 * 23), [0]),
        (range(60 * 49), [0, 60 * 24, 60 * 48]),
        ([0, 5, 30], [0]),
        ([0, 90], [0, 90]),
        ([], []),
    ],
    ids=["it lasts", "it lasts for days", "it comes and goes", "it comes back later", "nothing"],
)
def test_a_notice_is_told_once_and_again_when_it_lasts(minutes_holding: list[int], told_at: list[int]) -> None:
    told: dict[Notice, object] = {}
    found = []
    for minute in range(60 * 50):
        holding = [AWAY] if minute in minutes_holding else []
        due, told = choose_due(holding, told, now=NOON + timedelta(minutes=minute))  # type: ignore[arg-type,assignment]
        found += [minute] if due else []
    assert found == told_at


NIGHT = Hours("Europe/Berlin", time(22), time(7))


@pytest.mark.parametrize(
    ("utc_hour", "hours", "quiet"),
    [
        (20, NIGHT, False),
        (21, NIGHT, True),  # 22:00 in Berlin, in winter
        (3, NIGHT, True),
        (6, NIGHT, False),
        (12, Hours("UTC", time(12), time(13)), True),
        (13, Hours("UTC", time(12), time(13)), False),
        (3, Hours(), False),
    ],
)
def test_quiet_hours_are_in_the_targets_own_time(utc_hour: int, hours: Hours, quiet: bool) -> None:
    assert hours.are_quiet(datetime(2026, 1, 15, utc_hour, tzinfo=UTC)) is quiet


@pytest.mark.parametrize(
    ("last", "now", "due"),
    [("14T08:00", "15T07:30", False), ("14T08:00", "15T08:30", True), ("15T08:10", "15T23:00", False)],
)
def test_a_digest_is_due_once_its_hour_has_come(last: str, now: str, due: bool) -> None:
    hours = Hours("Europe/Berlin", digest_at=time(9))  # 08:00 UTC in winter
    moments = [datetime.fromisoformat(f"2026-01-{one}+00:00") for one in (last, now)]
    assert hours.digest_is_due(*moments) is due


@pytest.mark.parametrize(
    ("zone", "first"),
    [
        ("Europe/Berlin", "2026-03-27"),  # 2:00 becomes 3:00 on the 29th
        ("Europe/Berlin", "2026-10-23"),  # 3:00 becomes 2:00 on the 25th
        ("America/Santiago", "2026-04-02"),  # midnight becomes 23:00 of the 4th
        ("America/Santiago", "2026-09-04"),  # midnight becomes 1:00 on the 6th
        ("UTC", "2028-02-27"),
    ],
)
@pytest.mark.parametrize("hour", ["00:00", "00:30", "02:00", "02:30", "03:00", "23:30"])
def test_a_digest_is_sent_once_a_day_also_when_the_clocks_change(zone: str, first: str, hour: str) -> None:
    hours = Hours(zone, digest_at=time.fromisoformat(hour))
    begin = datetime.fromisoformat(f"{first}T12:00").replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)
    last, sent = begin, 0
    for minute in range(60 * 24 * 4):
        now = begin + timedelta(minutes=minute)
        if hours.digest_is_due(last, now):
            last, sent = now, sent + 1
    assert sent == 4
