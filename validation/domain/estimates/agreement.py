"""Agreement of two raters, or association of two yes/no facts; each figure with n and a 95 % interval.

Used by pages and evals. Agreement is undefined for an empty or constant table: the value is None, never 0 or 1
(DESIGN, section 3, rule 4). Sources: phi and Spearman's rho by Fisher's z (Bonett and Wright 2000 for rho's wider
error), shares by Wilson 1927, kappa by the share of equal labels with the agreement by chance taken as known, as in the
simple error of Fleiss, Cohen and Everitt 1969, which has no width where nobody differs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from math import atanh, sqrt, tanh
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

Label = TypeVar("Label", bound=Hashable)
Z95 = 1.959963984540054
"""The normal quantile of a two-sided 95 % interval."""

VOID = "not measurable"
"""Shown for agreement if one side is constant."""
_NEARLY_ONE = 1 - 1e-12


@dataclass(frozen=True, slots=True)
class MeasuredValue:
    """A figure over `n` observations. `value` is None if undefined, `low` and `high` if the sample is too small for an
    interval."""

    value: float | None
    low: float | None
    high: float | None
    n: int

    @property
    def is_void(self) -> bool:
        """Undefined in spite of observations, such as a kappa with a constant rater."""
        return self.value is None and self.n > 0


@dataclass(frozen=True, slots=True)
class TwoByTwo:
    """Counts of two yes/no facts: both, only the first, only the second, neither."""

    both: int
    first_only: int
    second_only: int
    neither: int

    @property
    def n(self) -> int:
        return self.both + self.first_only + self.second_only + self.neither

    @property
    def phi(self) -> MeasuredValue:
        """The correlation of the two facts, -1.0 to 1.0; None if one of them is constant."""
        first, second = self.both + self.first_only, self.both + self.second_only
        spread = first * (self.n - first) * second * (self.n - second)
        if spread == 0:
            return MeasuredValue(None, None, None, self.n)
        value = (self.both * self.neither - self.first_only * self.second_only) / sqrt(spread)
        return _with_fisher_interval(value, self.n, error=1.0)


def kappa(first: Sequence[Hashable], second: Sequence[Hashable]) -> MeasuredValue:
    """Cohen's kappa of two raters over the same items, in the same order; None if one of them is constant, since kappa
    is then 0 in any case. Raises ValueError on unequal lengths."""
    _same_length(first, second)
    return counted_kappa(Counter(zip(first, second, strict=True)))


def counted_kappa(table: Mapping[tuple[Label, Label], int]) -> MeasuredValue:
    """Cohen's kappa from counts by (label of the first, label of the second)."""
    n = sum(table.values())
    mine: Counter[Label] = Counter()
    theirs: Counter[Label] = Counter()
    for (first, second), count in table.items():
        mine[first] += count
        theirs[second] += count
    if len(mine) < 2 or len(theirs) < 2:
        return MeasuredValue(None, None, None, n)
    same = share(sum(count for (first, second), count in table.items() if first == second), n)
    expected = sum(mine[label] * theirs[label] for label in mine) / n**2
    value, low, high = (((part or 0.0) - expected) / (1 - expected) for part in (same.value, same.low, same.high))
    return MeasuredValue(value, max(-1.0, low), high, n)


def spearman(first: Sequence[float], second: Sequence[float]) -> MeasuredValue:
    """Rank correlation with mean ranks for ties; None if one side is constant. Raises ValueError on unequal lengths."""
    n = _same_length(first, second)
    if len(set(first)) < 2 or len(set(second)) < 2:
        return MeasuredValue(None, None, None, n)
    value = float(np.corrcoef(ranks(first), ranks(second))[0, 1])
    return _with_fisher_interval(value, n, error=sqrt(1 + value**2 / 2))


def share(hits: int, n: int) -> MeasuredValue:
    """A share with its Wilson interval; None if `n` is 0."""
    if n == 0:
        return MeasuredValue(None, None, None, 0)
    p, z2 = hits / n, Z95**2
    middle, margin = p + z2 / (2 * n), Z95 * sqrt(p * (1 - p) / n + z2 / (4 * n**2))
    low, high = (middle - margin) / (1 + z2 / n), (middle + margin) / (1 + z2 / n)
    return MeasuredValue(p, 0.0 if hits == 0 else max(0.0, low), 1.0 if hits == n else min(1.0, high), n)


def _same_length(first: Sequence[object], second: Sequence[object]) -> int:
    if len(first) != len(second):
        raise ValueError(f"two raters of the same items are needed, got {len(first)} and {len(second)} answers")
    return len(first)


def _with_fisher_interval(value: float, n: int, *, error: float) -> MeasuredValue:
    if n <= 3:
        return MeasuredValue(value, None, None, n)
    centre = atanh(max(-_NEARLY_ONE, min(_NEARLY_ONE, value)))
    margin = Z95 * error / sqrt(n - 3)
    return MeasuredValue(value, min(value, tanh(centre - margin)), max(value, tanh(centre + margin)), n)


def ranks(values: Sequence[float] | NDArray[np.float64]) -> NDArray[np.float64]:
    """From 1; equal values share the middle of their places."""
    _, places, counts = np.unique(values, return_inverse=True, return_counts=True)
    return np.asarray(counts.cumsum() - (counts - 1) / 2)[places]
