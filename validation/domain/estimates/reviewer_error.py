"""What people's answers say of the truth when people err too, as gold items measure it.

An audit finds what reviewers call wrong. With sensitivity (the share of really wrong items that they call wrong) and
specificity (the share of really right items that they call right) known, the true share follows (Rogan and Gladen
1978). Both are measured on gold items, so the interval carries their uncertainty too: a parametric bootstrap with a
fixed seed, each of the three shares drawn with Jeffreys' prior (Brown, Cai and DasGupta 2001).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from validation.domain.estimates.agreement import Measured
from validation.domain.estimates.bootstrap import RESAMPLES, SEED, Floats
from validation.domain.estimates.shares import effective_size, lower_bound, weights_of

ENOUGH_GOLD = 30
"""Fewer gold answers of either kind correct nothing."""
_PRIOR = 0.5
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
    sensitivity, specificity = gold.caught / gold.wrong, gold.passed / gold.right
    if sensitivity + specificity - 1 < _LEAST_YOUDEN:
        return None
    apparent = float(weights[flags].sum() / weights.sum())
    value = max(0.0, min(1.0, (apparent + specificity - 1) / (sensitivity + specificity - 1)))
    low, high = _bootstrapped(apparent, effective_size(flags, weights), gold)
    return Measured(value, min(low, value), max(high, value), len(flags))


def tolerated_among_answers(tolerated: float, gold: GoldCounts, error: float) -> float:
    """The share of answers "wrong" that may be tolerated so that at most `tolerated` is really wrong, sure but for
    `error`. Reviewers who call right answers wrong only make it stricter: P(called wrong) >= sensitivity * P(wrong)."""
    return tolerated * lower_bound(gold.caught, gold.wrong, error)


def _bootstrapped(apparent: float, n: float, gold: GoldCounts) -> tuple[float, float]:
    """The middle 95 % of true shares, where the share called wrong, sensitivity and specificity each vary as Jeffreys'
    posterior says. Closer to 95 % coverage than Lang and Reiczigel's limits (2014) where few are wrong
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
