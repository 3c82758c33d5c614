"""Shares of a population that was audited with unequal probabilities.

An answer has weight 1 / probability, and the share is the weighted mean (Hajek 1971). Its interval is the exact one of
Clopper and Pearson at the effective sample size (Korn and Graubard 1998). Resampling would ignore unseen cases: 0 wrong
in 40 would give an interval of 0 to 0, and few answers that stand for many would be taken for all there is.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache
from math import ceil, exp, lgamma, log, log1p

import numpy as np
from numpy.typing import NDArray

from validation.domain.estimates.agreement import Z95, MeasuredValue
from validation.domain.estimates.bootstrap import Floats

ERROR = 0.05
"""Two-sided error of a 95 % interval."""
_TINY = 1e-300
_PRECISION = 1e-14
_MOST_TERMS = 10_000
_HALVINGS = 60


def regularized_beta(x: float, a: float, b: float) -> float:
    """I_x(a, b), 0.0-1.0, for positive `a` and `b`."""
    if x <= 0:
        return 0.0
    if x >= 1:
        return 1.0
    if x > (a + 1) / (a + b + 2):  # beyond this the fraction converges for the other tail only
        return 1.0 - regularized_beta(1 - x, b, a)
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x))
    return front * _beta_fraction(x, a, b) / a


def binomial_cdf(hits: int, n: int, share: float) -> float:
    """P(at most `hits` of `n`), each a hit with probability `share`."""
    if hits >= n:
        return 1.0
    return regularized_beta(1 - share, n - hits, hits + 1)


def upper_bound(hits: float, n: float, error: float) -> float:
    """The largest share that `hits` of `n` do not reject at one-sided `error`; 1.0 if `n` is 0."""
    return 1.0 if hits >= n else _beta_quantile(1 - error, hits + 1, n - hits)


def lower_bound(hits: float, n: float, error: float) -> float:
    """The smallest share that `hits` of `n` do not reject at one-sided `error`; 0.0 if `n` is 0."""
    return 0.0 if hits <= 0 else _beta_quantile(error, hits, n - hits + 1)


def clopper_pearson(hits: float, n: float) -> MeasuredValue:
    """A share with its exact 95 % interval; None if `n` is 0."""
    if n <= 0:
        return MeasuredValue(None, None, None, 0)
    return MeasuredValue(hits / n, lower_bound(hits, n, ERROR / 2), upper_bound(hits, n, ERROR / 2), round(n))


def audits_for_margin(share: float, margin: float) -> int:
    """The number of audits for an interval of +- `margin` around about `share`, by the normal approximation (Cochran
    1977, section 4.4)."""
    return ceil(Z95**2 * share * (1 - share) / margin**2)


def audits_for_bound(wrong: int, tolerated: float, error: float) -> int:
    """The fewest audits, `wrong` of them wrong, for which the upper bound at `error` is at most `tolerated`."""
    enough = wrong + 2
    while binomial_cdf(wrong, enough, tolerated) > error:
        enough *= 2
    return bisect_left(range(enough), True, wrong + 1, key=lambda n: binomial_cdf(wrong, n, tolerated) <= error)


@lru_cache(maxsize=4096)
def _beta_quantile(probability: float, a: float, b: float) -> float:
    """Cached: a page needs a hundred of them, most unchanged since the last request."""
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


ENOUGH = 30
"""Figures over fewer answers are withheld (DESIGN, section 13)."""
_NOTHING = MeasuredValue(None, None, None, 0)


def hajek_share(flags: Sequence[bool] | NDArray[np.bool], probabilities: Sequence[float] | Floats) -> MeasuredValue:
    """The share of the population with `flags` set. Raises ValueError on a probability outside (0, 1]."""
    chosen = np.asarray(flags, dtype=bool)
    weights = weights_of(probabilities)
    n = len(chosen)
    if n == 0:
        return _NOTHING
    if np.ptp(weights) == 0:
        return clopper_pearson(int(chosen.sum()), n)
    value = float(weights[chosen].sum() / weights.sum())
    size = effective_size(chosen, weights)
    exact = clopper_pearson(value * size, size)
    return MeasuredValue(value, exact.low, exact.high, n)


def weights_of(probabilities: Sequence[float] | Floats) -> Floats:
    """The weight of each answer. Raises ValueError on a probability outside (0, 1]."""
    drawn_with = np.asarray(probabilities, dtype=np.float64)
    if drawn_with.size and not (np.all(drawn_with > 0) and np.all(drawn_with <= 1)):
        raise ValueError("a probability of a draw must lie above 0 and at most at 1")
    return 1.0 / drawn_with


def effective_size(flags: NDArray[np.bool], weights: Floats) -> float:
    """The number of answers of equal weight with the same precision: n over the design effect, at most n. Linearises
    the variance of the Hajek share. Beyond Kish's ratio, which holds whatever is wrong, that is believed only as far as
    it stays with half an answer of either kind added to each weight: a rarely drawn part that shows nothing wrong yet
    may have something wrong."""
    n, total = len(flags), weights.sum()
    kish = float(total**2 / (weights**2).sum())
    levels, places = np.unique(weights, return_inverse=True)
    counts, hits = np.bincount(places), np.bincount(places, weights=flags)
    if not 0 < hits.sum() < n:
        return kish

    def size(added: float) -> float:
        parts = (hits + added) / (counts + 2 * added)
        share = float(counts * levels @ parts / total)
        variance = float(counts * (levels / total) ** 2 @ (parts * (1 - share) ** 2 + (1 - parts) * share**2))
        return share * (1 - share) / variance

    return min(float(n), size(0), max(kish, size(0.5)))


def percentile(values: Sequence[float], share: float) -> float | None:
    """The nearest-rank percentile for `share` in 0.0-1.0; None without values."""
    if not values:
        return None
    ordered = sorted(values)
    return ordered[max(0, ceil(share * len(ordered)) - 1)]
