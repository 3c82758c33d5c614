"""Agreement of raters beyond chance, over weighted items.

Sources: Cohen 1960 (kappa), Krippendorff 2011 (alpha, nominal; items rated once are omitted). Intervals are
bootstrapped over items, and exact if there is no disagreement. Undefined for a constant table: None, never 0 or 1.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence

import numpy as np

from validation.domain.estimates.agreement import MeasuredValue
from validation.domain.estimates.bootstrap import Cells, Floats, Statistic, cells_of, percentile_interval
from validation.domain.estimates.shares import ERROR, upper_bound, weights_of


def weighted_kappa(
    first: Sequence[Hashable], second: Sequence[Hashable], probabilities: Sequence[float] | Floats
) -> MeasuredValue:
    """Cohen's kappa of two raters of the same items, in the same order; None if one of them is constant, since kappa is
    then 0 in any case. Raises ValueError on unequal lengths."""
    if not len(first) == len(second) == len(probabilities):
        raise ValueError(f"two raters of the same items are needed, got {len(first)} and {len(second)} answers")
    if len(set(first)) < 2 or len(set(second)) < 2:
        return MeasuredValue(None, None, None, len(first))
    places = {label: at for at, label in enumerate(dict.fromkeys((*first, *second)))}
    labels = ((places[mine], places[theirs]) for mine, theirs in zip(first, second, strict=True))
    cells = cells_of(weights_of(probabilities).tolist(), labels)
    return _measured(cells, _kappa, _columns(cells)[0])


def krippendorff_alpha(ratings: Sequence[Sequence[Hashable]], probabilities: Sequence[float] | Floats) -> MeasuredValue:
    """Nominal alpha. `ratings` has for each item the labels given by its raters, of any number."""
    several = [(tuple(labels), one) for labels, one in zip(ratings, probabilities, strict=True) if len(labels) > 1]
    known = list(dict.fromkeys(label for labels, _ in several for label in labels))
    if not several:
        return MeasuredValue(None, None, None, 0)
    counted = (tuple(labels.count(label) for label in known) for labels, _ in several)
    weights = weights_of([one for _, one in several])
    cells = cells_of((weights / weights.mean()).tolist(), counted)
    return _measured(cells, _alpha, cells.values)


def _measured(cells: Cells, statistic: Statistic, labels: Floats) -> MeasuredValue:
    """`labels`, of shape (cells, labels), counts how often answers of each cell have each label."""
    value = float(statistic(cells, cells.mass)[0])
    if np.isnan(value):
        return MeasuredValue(None, None, None, cells.n)
    if value == 1.0:
        return MeasuredValue(value, _low_of_one(cells, labels), 1.0, cells.n)
    low, high = percentile_interval(cells, statistic) or (value, value)
    return MeasuredValue(value, min(low, value), max(high, value), cells.n)


def _low_of_one(cells: Cells, labels: Floats) -> float:
    """The lower bound if there is no disagreement, where resampling gives no width: the exact bound for 0 disagreements
    in as many items (effective number: Kish 1965), divided by the disagreement expected by chance."""
    size = cells.mass.sum() ** 2 / (cells.mass * np.array(cells.weights)).sum()
    by_chance = 1.0 - ((cells.mass @ labels / (cells.mass @ labels).sum()) ** 2).sum()
    return max(-1.0, 1.0 - upper_bound(0, float(size), ERROR / 2) / float(by_chance))


def _kappa(cells: Cells, mass: Floats) -> Floats:
    mine, theirs = _columns(cells)
    same, total = (mine * theirs).sum(axis=1), mass.sum(axis=1)
    expected = ((mass @ mine) * (mass @ theirs)).sum(axis=1) / total**2
    return _beyond_chance(1 - mass @ same / total, 1 - expected)


def _columns(cells: Cells) -> tuple[Floats, Floats]:
    """For the first and the second rater, an indicator of shape (cells, labels)."""
    values = cells.values
    first, second = (np.equal.outer(values[:, at], np.unique(values)).astype(np.float64) for at in (0, 1))
    return first, second


def _alpha(cells: Cells, mass: Floats) -> Floats:
    counts = cells.values
    raters = counts.sum(axis=1)
    disagreements = (raters**2 - (counts**2).sum(axis=1)) / (raters - 1)
    labels = mass @ counts
    total = labels.sum(axis=1)
    return _beyond_chance((total - 1) * (mass @ disagreements), total**2 - (labels**2).sum(axis=1))


def _beyond_chance(observed: Floats, expected: Floats) -> Floats:
    """1 - observed / expected disagreement; NaN if none is expected."""
    defined = expected > 1e-12
    return np.where(defined, 1 - observed / np.where(defined, expected, 1.0), np.nan)
