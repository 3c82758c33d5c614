"""Control limits and changes of daily figures."""

from __future__ import annotations

import numpy as np
import pytest

from validation.domain.estimates.change_points import change_points, share_limits, value_limits

DRAW = np.random.default_rng(7)


def shares(*parts: tuple[float, int], n: int = 200) -> list[float]:
    """Daily shares of `n` a day: (probability, days)."""
    return [DRAW.binomial(n, share) / n for share, days in parts for _ in range(days)]


def test_a_step_is_found_on_its_day() -> None:
    (found,) = change_points(shares((0.05, 30), (0.15, 10)), [200.0] * 40)
    assert found.at == 30
    assert found.before == pytest.approx(0.05, abs=0.02)
    assert found.after == pytest.approx(0.15, abs=0.03)


def test_three_days_after_a_month_are_enough_for_a_large_step() -> None:
    (found,) = change_points(shares((0.05, 30), (0.25, 3)), [200.0] * 33)
    assert found.at == 30


def test_up_and_soon_down_again_are_two_changes() -> None:
    found = change_points(shares((0.05, 40), (0.2, 15), (0.05, 6)), [200.0] * 61)
    assert [one.at for one in found] == [40, 55]


def test_days_that_only_vary_have_no_change() -> None:
    calm = [change_points(shares((0.1, 60)), [200.0] * 60) for _ in range(40)]
    assert sum(map(bool, calm)) <= 1


@pytest.mark.parametrize("days", [0, 1, 5])
def test_a_few_days_show_no_change(days: int) -> None:
    assert change_points([0.1] * days, [10.0] * days) == ()


def test_a_day_that_rests_on_little_moves_nothing() -> None:
    assert change_points([0.1] * 20 + [0.9] * 3, [1000.0] * 20 + [0.01] * 3, level=0.0004) == ()


def test_limits_of_a_steady_share_are_the_binomial_ones() -> None:
    limits = share_limits([10, 10, 10, 10], [100, 100, 100, 100])
    assert limits[0] is not None
    assert (limits[0].low, limits[0].high) == (pytest.approx(0.01), pytest.approx(0.19))


def test_limits_widen_with_how_much_days_differ() -> None:
    wide = share_limits([300, 700] * 5, [10_000] * 10)[0]
    narrow = share_limits([500] * 10, [10_000] * 10)[0]
    assert wide is not None
    assert narrow is not None
    assert wide.high - wide.low > 10 * (narrow.high - narrow.low)


def test_a_day_of_nothing_has_no_limits() -> None:
    assert share_limits([0, 5], [0, 50])[0] is None
    assert value_limits([None, 0.8])[0] is None
