"""The rule that says whether a series is flat."""

from __future__ import annotations

import pytest

from benchmarks.steady.flat import Allowed, is_flat, quarters

ALLOWED = Allowed(share=0.1, more=5.0)


def test_the_second_quarter_is_held_against_the_last() -> None:
    assert quarters([900, 900, 10, 20, 30, 30, 40, 60]) == (15, 50)


@pytest.mark.parametrize(
    ("series", "flat"),
    [
        ([100.0] * 8, True),
        ([500.0, 500.0, 100.0, 100.0, 100.0, 100.0, 114.0, 114.0], True),
        ([100.0, 100.0, 100.0, 100.0, 100.0, 100.0, 116.0, 116.0], False),
        ([100.0, 100.0, 100.0, 100.0, 100.0, 100.0, 20.0, 20.0], True),
        ([100.0] * 10 + [9000.0, 100.0], True),
        ([100.0, 150.0], False),
        ([100.0], True),
    ],
    ids=["level", "within", "grown", "fallen", "one outlier before the last", "of two", "of one"],
)
def test_a_series_is_flat_when_its_last_quarter_is_as_its_second(series: list[float], flat: bool) -> None:
    assert is_flat(series, ALLOWED) is flat
