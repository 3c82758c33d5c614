"""Corrects error rates for the errors of reviewers, measured on gold items.

An audit counts what reviewers call wrong. Given sensitivity (share of wrong items that they call wrong) and specificity
(share of right items that they call right), the true share follows (Rogan and Gladen 1978). Both are measured on gold
items, so the interval includes their uncertainty: a parametric bootstrap with a fixed seed, which draws each of the
three shares with Jeffreys' prior (Brown, Cai and DasGupta 2001).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from validation.domain.estimates.agreement import MeasuredValue
from validation.domain.estimates.bootstrap import RESAMPLES, SEED, Floats
from validation.domain.estimates.shares import effective_size, lower_bound, weights_of

ENOUGH_GOLD = 30
"""With fewer gold answers of either kind nothing is corrected."""
_PRIOR = 0.5
_LEAST_YOUDEN = 0.2
"""Reviewers hardly better than chance provide no information for a correction."""


@dataclass(frozen=True, slots=True)
class GoldCounts:
    """Answers to gold items: `caught` of the `wrong` ones were called wrong, `passed` of the `right` ones right."""

    wrong: int
    caught: int
    right: int
    passed: int

    @property
    def is_enough(self) -> bool:
        return min(self.wrong, self.right) >= ENOUGH_GOLD


def corrected_share(
    called_wrong: Sequence[bool] | NDArray[np.bool], probabilities: Sequence[float] | Floats, gold: GoldCounts
) -> MeasuredValue | None:
    """The estimated share that is really wrong. None without answers, with too few gold items, or if reviewers are
    hardly better than chance."""
    flags, weights = np.asarray(called_wrong, dtype=bool), weights_of(probabilities)
    if not len(flags) or not gold.is_enough:
        return None
    sensitivity, specificity = gold.caught / gold.wrong, gold.passed / gold.right
    if sensitivity + specificity - 1 < _LEAST_YOUDEN:
        return None
    apparent = float(weights[flags].sum() / weights.sum())
    value = max(0.0, min(1.0, (apparent + specificity - 1) / (sensitivity + specificity - 1)))
    low, high = _bootstrapped(apparent, effective_size(flags, weights), gold)
    return MeasuredValue(value, min(low, value), max(high, value), len(flags))


def tolerated_among_answers(tolerated: float, gold: GoldCounts, error: float) -> float:
    """The share of answers "wrong" that may be tolerated, so that at most `tolerated` is really wrong, except with
    probability `error`. Calling right answers wrong only makes it stricter: P(called wrong) >= sensitivity *
    P(wrong)."""
    return tolerated * lower_bound(gold.caught, gold.wrong, error)


def _bootstrapped(apparent: float, n: float, gold: GoldCounts) -> tuple[float, float]:
    """The middle 95 % of true shares, with the share called wrong, sensitivity and specificity drawn from Jeffreys'
    posteriors. Closer to 95 % coverage than the limits of Lang and Reiczigel (2014) for rare errors
    (`benchmarks.trust`)."""
    draw = np.random.default_rng(SEED)
    share, sensitivity, specificity = (
        draw.beta(hits + _PRIOR, misses + _PRIOR, RESAMPLES)
        for hits, misses in (
            (apparent * n, (1 - apparent) * n),
            (gold.caught, gold.wrong - gold.caught),
            (gold.passed, gold.right - gold.passed),
        )
    )
    youden = np.maximum(sensitivity + specificity - 1, _LEAST_YOUDEN / 4)
    true = np.clip((share + specificity - 1) / youden, 0.0, 1.0)
    low, high = np.quantile(true, (0.025, 0.975))
    return float(low), float(high)
