"""Waits between tries."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from validation.judge.retry import RetryPolicy, retry_after_seconds

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
POLICY = RetryPolicy(tries=5, first=1.0, longest=6.0)


@pytest.mark.parametrize(("tried", "shortest"), [(1, 0.5), (2, 1.0), (3, 2.0), (4, 3.0), (400, 3.0)])
def test_the_wait_doubles_with_each_try_up_to_the_longest(tried: int, shortest: float) -> None:
    assert POLICY.wait(tried, draw=0.0) == shortest


@given(st.integers(1, 1000), st.floats(0, 1, exclude_max=True))
def test_the_draw_never_leaves_the_upper_half_of_the_interval(tried: int, draw: float) -> None:
    shortest = POLICY.wait(tried, draw=0.0)
    assert shortest <= POLICY.wait(tried, draw=draw) <= 2 * shortest


@given(st.floats(0, 1, exclude_max=True), st.floats(0, 1e6))
def test_a_wait_that_the_server_asked_for_is_never_undercut(draw: float, asked: float) -> None:
    assert POLICY.wait(1, draw=draw, retry_after=asked) >= asked


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("2", 2.0),
        ("0.5", 0.5),
        ("-3", 0.0),
        ("Sun, 01 Mar 2026 12:00:30 GMT", 30.0),
        ("Sun, 01 Mar 2026 11:59:00 GMT", 0.0),
        (None, None),
        ("", None),
        ("soon", None),
        ("nan", None),
        ("inf", None),
        ("9" * 65, None),
        ("Mon, 01 Jan 2024 00:00:00 +99999999999999", None),
    ],
)
def test_retry_after_is_read_as_seconds_or_as_a_date(header: str | None, seconds: float | None) -> None:
    assert retry_after_seconds(header, now=NOW) == seconds


@given(st.text(max_size=80))
def test_no_header_raises(header: str) -> None:
    wait = retry_after_seconds(header, now=NOW)
    assert wait is None or wait >= 0
