"""Shares of a population that was audited with unequal probabilities.

An answer counts 1 / probability, and the share is the weighted mean (Hajek 1971). Its interval: Clopper and Pearson
where all weights are equal; a bootstrap where they are not; and where fewer than ten answers say yes, or no, the
exact interval at the effective sample size (Korn and Graubard 1998), because resampling cannot show what a small
sample never saw: of 0 wrong in 40 a bootstrap would say 0 to 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

import numpy as np
from numpy.typing import NDArray

from validation.domain.estimates.agreement import Measured
from validation.domain.estimates.binomial import clopper_pearson
from validation.domain.estimates.bootstrap import Cells, Floats, cells_of, percentile_interval, ratio

ENOUGH = 30
"""Fewer answers give no figure to show (DESIGN, section 13)."""
_RARE = 10
_NOTHING = Measured(None, None, None, 0)


def hajek_share(flags: Sequence[bool] | NDArray[np.bool], probabilities: Sequence[float] | Floats) -> Measured:
    """The share of the population that `flags` hold for. Raises ValueError on a probability outside (0, 1]."""
    held = np.asarray(flags, dtype=bool)
    weights = weights_of(probabilities)
    n = len(held)
    if n == 0:
        return _NOTHING
    hits = int(held.sum())
    if np.ptp(weights) == 0:
        return clopper_pearson(hits, n)
    value = float(weights[held].sum() / weights.sum())
    if min(hits, n - hits) < _RARE:
        size = effective_size(held, weights)
        exact = clopper_pearson(value * size, size)
        return Measured(value, exact.low, exact.high, n)
    interval = percentile_interval(cells_of(weights.tolist(), zip(held.tolist())), _mean)
    assert interval is not None, "ten answers of each kind leave no sample undefined"
    return Measured(value, *interval, n)


def weights_of(probabilities: Sequence[float] | Floats) -> Floats:
    """What each answer stands for. Raises ValueError on a probability outside (0, 1]."""
    held = np.asarray(probabilities, dtype=np.float64)
    if held.size and not (np.all(held > 0) and np.all(held <= 1)):
        raise ValueError("a probability of a draw must lie above 0 and at most at 1")
    return 1.0 / held


def effective_size(flags: NDArray[np.bool], weights: Floats) -> float:
    """As how many answers of equal weight these count: n over the design effect, at most n. The variance of the Hajek
    share is linearised; where all answers are alike it is Kish's ratio."""
    n = len(flags)
    share = float(weights[flags].sum() / weights.sum())
    if share in (0.0, 1.0):
        return float(weights.sum() ** 2 / (weights**2).sum())
    residuals = weights * (flags - share) / weights.sum()
    variance = float((residuals**2).sum()) * n / max(1, n - 1)
    return min(float(n), share * (1 - share) / variance)


def _mean(cells: Cells, mass: Floats) -> Floats:
    return ratio(mass @ cells.values[:, 0], mass.sum(axis=1))


def percentile(values: Sequence[float], share: float) -> float | None:
    """`share` is 0.0-1.0; None for no values."""
    if not values:
        return None
    ordered = sorted(values)
    return ordered[max(0, ceil(share * len(ordered)) - 1)]
