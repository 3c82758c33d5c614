"""Control limits of daily figures, and the days on which their level changed.

Limits of shares are those of Laney's p' chart (2002): binomial limits widened by the variation between days, because
with thousands of cases a day nearly every day would be outside. Changes are found by binary segmentation: the split
with the largest CUSUM statistic counts if hardly any permutation of the days has one as large (Taylor 2000), and both
sides are split again. The permutations have a fixed seed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
LEVEL = 0.001
"""Chance of a false change in a constant series; about a dozen series per pipeline are tested every day."""
SHORTEST = 3
"""Least number of days on either side of a change."""
_PERMUTATIONS = 1_999
_SEED = 20_130
_RANGE_TO_SIGMA = 1.128
"""Mean moving range of two divided by the standard deviation, for normal data (d2 of control charts)."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Control limits of a day's figure, three standard deviations on either side of the mean."""

    low: float
    high: float


@dataclass(frozen=True, slots=True)
class ChangePoint:
    """From index `at` on the mean is `after` instead of `before`; `p` is the chance of such a split in a constant
    series."""

    at: int
    before: float
    after: float
    p: float


def share_limits(hits: Sequence[int], totals: Sequence[int]) -> tuple[Limits | None, ...]:
    """Limits per day; None for a day without cases."""
    counted = [(h, n) for h, n in zip(hits, totals, strict=True) if n]
    if not counted:
        return (None,) * len(totals)
    centre = sum(h for h, _ in counted) / sum(n for _, n in counted)
    errors = [sqrt(centre * (1 - centre) / n) for _, n in counted]
    scores = [(h / n - centre) / error if error else 0.0 for (h, n), error in zip(counted, errors, strict=True)]
    widened = max(1.0, _moving_sigma(scores))
    return tuple(_share_limit(centre, n, widened) if n else None for n in totals)


def value_limits(values: Sequence[float | None]) -> tuple[Limits | None, ...]:
    """Limits per day for figures that are not shares (chart of individual values); None for a day without a value."""
    known = [value for value in values if value is not None]
    if not known:
        return (None,) * len(values)
    centre, margin = sum(known) / len(known), 3 * _moving_sigma(known)
    return tuple(None if value is None else Limits(centre - margin, centre + margin) for value in values)


def change_points(
    values: Sequence[float], weights: Sequence[float], *, level: float = LEVEL
) -> tuple[ChangePoint, ...]:
    """Changes of a series of days. `weights` are the numbers of cases per day; the caller omits days without any. A
    rise that ended as long ago as it lasted may be missed, so callers test every day and keep what was found."""
    if len(values) < 2 * SHORTEST:
        return ()
    draw = np.random.default_rng(_SEED)
    series, mass = np.asarray(values, dtype=np.float64), np.asarray(weights, dtype=np.float64)
    found = dict(_splits(series, mass, 0, draw, level))
    ends = [0, *sorted(found), len(values)]
    means = [float(np.average(series[low:high], weights=mass[low:high])) for low, high in pairwise(ends)]
    return tuple(
        ChangePoint(at, before, after, found[at])
        for at, before, after in zip(ends[1:-1], means[:-1], means[1:], strict=True)
    )


def _splits(
    values: Floats, weights: Floats, start: int, draw: np.random.Generator, level: float
) -> Iterator[tuple[int, float]]:
    if len(values) < 2 * SHORTEST:
        return
    scores = _split_scores(values[None, :], weights[None, :])[0]
    at = int(scores.argmax())
    orders = draw.permuted(np.tile(np.arange(len(values)), (_PERMUTATIONS, 1)), axis=1)
    as_large = int((_split_scores(values[orders], weights[orders]).max(axis=1) >= scores[at]).sum())
    p = (1 + as_large) / (1 + _PERMUTATIONS)
    if p > level:
        return
    place = at + SHORTEST
    yield start + place, p
    yield from _splits(values[:place], weights[:place], start, draw, level)
    yield from _splits(values[place:], weights[place:], start + place, draw, level)


def _split_scores(values: Floats, weights: Floats) -> Floats:
    """For each series and allowed split the weighted difference of means, scaled by the numbers of cases."""
    mass, moment = weights.cumsum(axis=1), (weights * values).cumsum(axis=1)
    before, after = mass[:, :-1], mass[:, -1:] - mass[:, :-1]
    difference = moment[:, :-1] / before - (moment[:, -1:] - moment[:, :-1]) / after
    scores = np.abs(difference) * np.sqrt(before * after / mass[:, -1:])
    allowed: Floats = scores[:, SHORTEST - 1 : scores.shape[1] - SHORTEST + 1]
    return allowed


def _moving_sigma(values: Sequence[float]) -> float:
    steps = [abs(after - before) for before, after in pairwise(values)]
    return sum(steps) / len(steps) / _RANGE_TO_SIGMA if steps else 0.0


def _share_limit(centre: float, n: int, widened: float) -> Limits:
    margin = 3 * sqrt(centre * (1 - centre) / n) * widened
    return Limits(max(0.0, centre - margin), min(1.0, centre + margin))
