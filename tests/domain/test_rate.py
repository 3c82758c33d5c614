"""The sliding window: what passes, and that waiting as told is enough."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from validation.domain.operations.rate import WINDOW_S, seconds_to_wait


@pytest.mark.parametrize(
    ("before", "now", "into", "passes"),
    [(0, 10, 0.0, True), (0, 11, 0.0, False), (10, 1, 0.0, False), (10, 5, 30.0, True), (10, 6, 30.0, False)],
)
def test_the_window_before_counts_as_far_as_it_reaches_in(before: int, now: int, into: float, *, passes: bool) -> None:
    assert (seconds_to_wait(limit=10, before=before, now=now, into=into) == 0) is passes


@given(st.integers(1, 500), st.data())
def test_whoever_waits_as_told_may_go_on(limit: int, data: st.DataObject) -> None:
    before, passed = data.draw(st.integers(0, limit)), data.draw(st.integers(0, limit))
    into = data.draw(st.integers(0, 1000 * WINDOW_S - 1)) / 1000
    wait = seconds_to_wait(limit=limit, before=before, now=passed + 1, into=into)
    later = into + wait
    while later >= WINDOW_S:
        before, passed, later = passed, 0, later - WINDOW_S
    assert seconds_to_wait(limit=limit, before=before, now=passed + 1, into=later) == 0
