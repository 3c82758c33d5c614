"""What people's answers say of the truth when people err too, as gold items measure it.

An audit finds what reviewers call wrong. With sensitivity (the share of really wrong items that they call wrong) and
specificity (the share of really right items that they call right) known, the true share follows (Rogan and Gladen
1978). Both are measured on gold items, so the interval carries their uncertainty too (Lang and Reiczigel 2014).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from validation.domain.agreement import Z95, Measured
from validation.domain.estimates.binomial import clopper_pearson, lower_bound
from validation.domain.estimates.bootstrap import Floats
from validation.domain.estimates.shares import effective_size, weights_of

ENOUGH_GOLD = 30
"""Fewer gold answers of either kind correct nothing."""
_LEAST_YOUDEN = 0.2
"""Reviewers hardly better than chance carry no information to correct with."""


@dataclass(frozen=True, slots=True)
class GoldCounts:
    """Answers to gold items: of the `wrong` ones `caught` were called wrong, of the `right` ones `passed` were not."""

    wrong: int
    caught: int
    right: int
    passed: int

    @property
    def sensitivity(self) -> Measured:
        return clopper_pearson(self.caught, self.wrong)

    @property
    def specificity(self) -> Measured:
        return clopper_pearson(self.passed, self.right)

    @property
    def is_enough(self) -> bool:
        return min(self.wrong, self.right) >= ENOUGH_GOLD


def corrected_share(
    called_wrong: Sequence[bool] | NDArray[np.bool], probabilities: Sequence[float] | Floats, gold: GoldCounts
) -> Measured | None:
    """The share of the population that is really wrong. None without answers, where gold items are too few, or where
    reviewers are hardly better than chance."""
    flags, weights = np.asarray(called_wrong, dtype=bool), weights_of(probabilities)
    if not len(flags) or not gold.is_enough:
        return None
    if gold.caught / gold.wrong + gold.passed / gold.right - 1 < _LEAST_YOUDEN:
        return None
    apparent = float(weights[flags].sum() / weights.sum())
    value = _within_one(_rogan_gladen(apparent, gold.caught / gold.wrong, gold.passed / gold.right))
    low, high = _lang_reiczigel(apparent, effective_size(flags, weights), gold)
    return Measured(value, min(low, value), max(high, value), len(flags))


def tolerated_among_answers(tolerated: float, gold: GoldCounts, error: float) -> float:
    """The share of answers "wrong" that may be tolerated so that at most `tolerated` is really wrong, sure but for
    `error`. Reviewers who call right answers wrong only make it stricter: P(called wrong) >= sensitivity * P(wrong)."""
    return tolerated * lower_bound(gold.caught, gold.wrong, error)


def _rogan_gladen(apparent: float, sensitivity: float, specificity: float) -> float:
    return (apparent + specificity - 1) / (sensitivity + specificity - 1)


def _lang_reiczigel(apparent: float, n: float, gold: GoldCounts) -> tuple[float, float]:
    z2 = Z95**2
    size, sizes = n + z2, (gold.wrong + 2, gold.right + 2)
    share = (apparent * n + z2 / 2) / size
    sensitivity, specificity = (gold.caught + 1) / sizes[0], (gold.passed + 1) / sizes[1]
    true = _rogan_gladen(share, sensitivity, specificity)
    missed = sensitivity * (1 - sensitivity) / sizes[0]
    alarmed = specificity * (1 - specificity) / sizes[1]
    youden = sensitivity + specificity - 1
    error = sqrt(share * (1 - share) / size + missed * true**2 + alarmed * (1 - true) ** 2) / youden
    centre = true + 2 * z2 * (true * missed - (1 - true) * alarmed)
    return _within_one(centre - Z95 * error), _within_one(centre + Z95 * error)


def _within_one(share: float) -> float:
    return max(0.0, min(1.0, share))
