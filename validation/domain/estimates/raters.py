"""How far raters agree beyond chance, over weighted items.

Sources: Cohen 1960 (kappa), Krippendorff 2011 (alpha, nominal; items rated once are left out). Intervals are
bootstrapped over items. A constant table has no agreement to speak of: None, never 0 or 1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence

import numpy as np

from validation.domain.estimates.agreement import Measured
from validation.domain.estimates.bootstrap import Cells, Floats, Statistic, cells_of, percentile_interval
from validation.domain.estimates.shares import weights_of


def weighted_kappa(first: Sequence[Hashable], second: Sequence[Hashable], probabilities: Sequence[float]) -> Measured:
    """Cohen's kappa of two raters of the same items, in the same order; None where one of them always says the same,
    since it is 0 then whatever the other says."""
    if not len(first) == len(second) == len(probabilities):
        raise ValueError(f"two raters of the same items are needed, got {len(first)} and {len(second)} answers")
    if len(set(first)) == 1 or len(set(second)) == 1:
        return Measured(None, None, None, len(first))
    places = {label: at for at, label in enumerate(dict.fromkeys((*first, *second)))}
    cells = cells_of(weights_of(probabilities), [places[label] for label in first], [places[label] for label in second])
    return _measured(cells, _kappa(cells, len(places)))


def krippendorff_alpha(ratings: Sequence[Sequence[Hashable]], probabilities: Sequence[float]) -> Measured:
    """Nominal alpha. `ratings` has for each item the labels that its raters gave it, of however many raters."""
    several = [(tuple(labels), one) for labels, one in zip(ratings, probabilities, strict=True) if len(labels) > 1]
    known = list(dict.fromkeys(label for labels, _ in several for label in labels))
    counted = [[Counter(labels)[label] for label in known] for labels, _ in several]
    columns = list(zip(*counted, strict=True))
    weights = weights_of([one for _, one in several])
    if not several:
        return Measured(None, None, None, 0)
    cells = cells_of(weights / weights.mean(), *columns)
    return _measured(cells, _alpha(cells))


def _measured(cells: Cells, statistic: Statistic) -> Measured:
    if cells.n == 0:
        return Measured(None, None, None, 0)
    value = float(statistic(cells.mass)[0])
    if np.isnan(value):
        return Measured(None, None, None, cells.n)
    low, high = percentile_interval(cells, statistic) or (value, value)
    return Measured(value, min(low, value), max(high, value), cells.n)


def _kappa(cells: Cells, labels: int) -> Statistic:
    """One column a label: which cells the first, or the second rater gave it."""
    mine, theirs = (np.equal.outer(cells.values[:, at], np.arange(labels)).astype(float) for at in (0, 1))
    same = (cells.values[:, 0] == cells.values[:, 1]).astype(float)

    def kappa(mass: Floats) -> Floats:
        total = mass.sum(axis=1)
        expected = ((mass @ mine) * (mass @ theirs)).sum(axis=1) / total**2
        return _beyond_chance(1 - mass @ same / total, 1 - expected)

    return kappa


def _alpha(cells: Cells) -> Statistic:
    counts = cells.values
    raters = counts.sum(axis=1)
    disagreements = (raters**2 - (counts**2).sum(axis=1)) / (raters - 1)

    def alpha(mass: Floats) -> Floats:
        labels = mass @ counts
        total = labels.sum(axis=1)
        return _beyond_chance((total - 1) * (mass @ disagreements), total**2 - (labels**2).sum(axis=1))

    return alpha


def _beyond_chance(observed: Floats, expected: Floats) -> Floats:
    """1 - observed over expected disagreement; NaN where chance alone never disagrees."""
    defined = expected > 1e-12
    return np.where(defined, 1 - observed / np.where(defined, expected, 1.0), np.nan)
