"""Exact bounds against published tables, scipy, and what a bound has to be."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from validation.domain.estimates.shares import (
    audits_for_bound,
    audits_for_margin,
    binomial_cdf,
    clopper_pearson,
    regularized_beta,
    upper_bound,
)


@pytest.mark.parametrize(
    ("hits", "n", "low", "high"),
    [(0, 10, 0.0, 0.3085), (3, 10, 0.0667, 0.6525), (10, 10, 0.6915, 1.0), (1, 20, 0.0013, 0.2487)],
)
def test_the_interval_is_the_one_of_the_tables(hits: int, n: int, low: float, high: float) -> None:
    figure = clopper_pearson(hits, n)
    assert (figure.low, figure.high) == (pytest.approx(low, abs=5e-5), pytest.approx(high, abs=5e-5))


def test_an_empty_sample_has_no_share() -> None:
    assert clopper_pearson(0, 0).value is None


@settings(max_examples=60)
@given(st.floats(0.0, 1.0), st.floats(0.3, 3000), st.floats(0.3, 3000))
def test_the_incomplete_beta_function_is_that_of_scipy(x: float, a: float, b: float) -> None:
    from scipy.stats import beta  # two seconds for every worker of the suite, were it above

    assert regularized_beta(x, a, b) == pytest.approx(beta.cdf(x, a, b), abs=1e-9)


@settings(max_examples=60)
@given(st.integers(0, 400), st.integers(1, 400), st.floats(0.001, 0.5))
def test_the_upper_bound_is_where_the_observation_becomes_improbable(hits: int, n: int, error: float) -> None:
    bound = upper_bound(hits, n, error)
    if hits < n:
        assert binomial_cdf(hits, n, bound) == pytest.approx(error, abs=1e-6)


@pytest.mark.parametrize(
    ("wrong", "tolerated", "needed"), [(0, 0.05, 59), (1, 0.05, 93), (2, 0.05, 124), (0, 0.02, 149), (0, 0.01, 299)]
)
def test_the_sample_that_a_bound_needs_is_the_one_of_the_tables(wrong: int, tolerated: float, needed: int) -> None:
    """Discovery sampling at 95 %, as auditors' tables have it."""
    assert audits_for_bound(wrong, tolerated, 0.05) == needed


def test_a_margin_of_three_points_at_one_half_takes_1068() -> None:
    assert audits_for_margin(0.5, 0.03) == 1068
