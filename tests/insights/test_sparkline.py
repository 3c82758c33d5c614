from __future__ import annotations

from datetime import timedelta

from tests.factories import NOON
from validation.insights.queries.insights import KindCount
from validation.insights.web.sparkline import HEIGHT, MOST_BARS, sparkline

HOUR = timedelta(hours=1)


def test_hours_of_nothing_have_a_bar_too() -> None:
    found = sparkline([KindCount(NOON - 3 * HOUR, "APPROVE", 2)], "hour", NOON - 5 * HOUR, NOON)
    assert [bar.title.partition(": ")[2] for bar in found.bars] == ["nothing"] * 2 + ["2 APPROVE"] + ["nothing"] * 3


def test_the_hour_in_which_the_time_begins_is_counted() -> None:
    now = NOON + timedelta(minutes=54)
    found = sparkline([KindCount(NOON - 24 * HOUR, "APPROVE", 5)], "hour", now - 24 * HOUR, now)
    assert (len(found.bars), found.n) == (25, 5)


def test_the_highest_bar_fills_the_height_and_its_parts_stand_on_each_other() -> None:
    counted = [KindCount(NOON, "APPROVE", 3), KindCount(NOON, "HALT", 1), KindCount(NOON - HOUR, "FAIL", 2)]
    last = sparkline(counted, "hour", None, NOON).bars[-1]
    assert [(part.tone, part.y, part.height) for part in last.parts] == [
        ("approve", HEIGHT / 4, HEIGHT * 3 / 4),
        ("halted", 0, HEIGHT / 4),
    ]


def test_nothing_judged_draws_nothing() -> None:
    assert sparkline([], "day", None, NOON).bars == ()


def test_of_a_long_time_the_end_is_shown() -> None:
    counted = [KindCount(NOON - number * HOUR, "FAIL", 1) for number in range(90)]
    found = sparkline(counted, "hour", None, NOON)
    assert (len(found.bars), found.n) == (MOST_BARS, MOST_BARS)
