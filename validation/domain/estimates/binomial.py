"""Exact binomial bounds and the sample sizes that follow from them. `hits` and `n` may be fractions: an effective
sample size is one.

Sources: Clopper and Pearson 1934; the incomplete beta function by its continued fraction (DLMF 8.17.22), evaluated by
the method of Lentz.
"""

from __future__ import annotations

from functools import lru_cache
from math import ceil, exp, lgamma, log, log1p

from validation.domain.estimates.agreement import Z95, Measured

ERROR = 0.05
"""Two-sided error of a 95 % interval."""
_TINY = 1e-300
_PRECISION = 1e-14
_MOST_TERMS = 10_000
_HALVINGS = 60


def regularized_beta(x: float, a: float, b: float) -> float:
    """I_x(a, b), 0.0-1.0. `a` and `b` are positive."""
    if x <= 0:
        return 0.0
    if x >= 1:
        return 1.0
    if x > (a + 1) / (a + b + 2):  # beyond its centre the fraction converges for the other tail
        return 1.0 - regularized_beta(1 - x, b, a)
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x))
    return front * _beta_fraction(x, a, b) / a


def binomial_cdf(hits: int, n: int, share: float) -> float:
    """P(at most `hits` of `n`) when each is a hit with probability `share`."""
    if hits >= n:
        return 1.0
    return regularized_beta(1 - share, n - hits, hits + 1)


def upper_bound(hits: float, n: float, error: float) -> float:
    """The largest share that `hits` of `n` do not refute at one-sided `error`; 1.0 of nothing."""
    return 1.0 if hits >= n else _beta_quantile(1 - error, hits + 1, n - hits)


def lower_bound(hits: float, n: float, error: float) -> float:
    """The smallest share that `hits` of `n` do not refute at one-sided `error`; 0.0 of nothing."""
    return 0.0 if hits <= 0 else _beta_quantile(error, hits, n - hits + 1)


def clopper_pearson(hits: float, n: float) -> Measured:
    """A share with its exact 95 % interval; None of an empty denominator."""
    if n <= 0:
        return Measured(None, None, None, 0)
    return Measured(hits / n, lower_bound(hits, n, ERROR / 2), upper_bound(hits, n, ERROR / 2), round(n))


def audits_for_margin(share: float, margin: float, design_effect: float = 1.0) -> int:
    """How many audits make the interval of about `share` no wider than `margin` on either side, by the normal
    approximation (Cochran 1977, section 4.4). `design_effect` is what unequal probabilities cost."""
    return ceil(Z95**2 * share * (1 - share) / margin**2 * design_effect)


def audits_for_bound(wrong: int, tolerated: float, error: float) -> int:
    """The fewest audits of which `wrong` may be wrong while the upper bound at `error` is at most `tolerated`."""
    low, high = wrong + 1, wrong + 2
    while binomial_cdf(wrong, high, tolerated) > error:
        low, high = high, high * 2
    while low < high:
        middle = (low + high) // 2
        if binomial_cdf(wrong, middle, tolerated) > error:
            low = middle + 1
        else:
            high = middle
    return low


@lru_cache(maxsize=4096)
def _beta_quantile(probability: float, a: float, b: float) -> float:
    """Remembered: a page has a hundred of them, most as they were when it was looked at before."""
    low, high = 0.0, 1.0
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if regularized_beta(middle, a, b) < probability else (low, middle)
    return (low + high) / 2


def _beta_fraction(x: float, a: float, b: float) -> float:
    numerator, denominator = 1.0, 1 / _away_from_zero(1 - (a + b) * x / (a + 1))
    value = denominator
    for m in range(1, _MOST_TERMS):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for term in (even, odd):
            denominator = 1 / _away_from_zero(1 + term * denominator)
            numerator = _away_from_zero(1 + term / numerator)
            step = numerator * denominator
            value *= step
        if abs(step - 1) < _PRECISION:
            return value
    return value


def _away_from_zero(value: float) -> float:
    return value if abs(value) > _TINY else _TINY
