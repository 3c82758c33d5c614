"""Percentile intervals of figures over weighted answers (Efron 1979), with a fixed seed: the same answers always give
the same interval.

Answers that are alike share a cell, so that drawing n answers with replacement is one multinomial draw over a few
cells instead of n draws.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
SEED = 20_130
RESAMPLES = 2_000
_INTERVAL = (0.025, 0.975)
_AT_ONCE = 4_000_000


@dataclass(frozen=True, slots=True)
class Cells:
    """`values` (cells, columns) are what answers of a cell have in common, `weights` (cells) what each of them stands
    for, `counts` (cells) how many there are."""

    values: NDArray[np.float64]
    weights: Floats
    counts: NDArray[np.int64]

    @property
    def n(self) -> int:
        return int(self.counts.sum())

    @property
    def mass(self) -> Floats:
        """What each cell stands for, of shape (1, cells)."""
        return (self.counts * self.weights)[None, :]


Statistic = Callable[[Floats], Floats]
"""From masses (samples, cells) to one figure a sample, NaN where it is not defined."""


def cells_of(weights: Sequence[float] | Floats, *columns: Sequence[float] | NDArray[np.generic]) -> Cells:
    table = np.column_stack([np.asarray(column, dtype=np.float64) for column in (weights, *columns)])
    held, counts = np.unique(table, axis=0, return_counts=True)
    return Cells(held[:, 1:], held[:, 0], counts.astype(np.int64))


def percentile_interval(cells: Cells, statistic: Statistic) -> tuple[float, float] | None:
    """None where the figure is undefined in every sample."""
    draw = np.random.default_rng(SEED)
    shares = cells.counts / cells.n
    at_once = max(1, _AT_ONCE // len(cells.counts))
    found = np.concatenate(
        [
            statistic(draw.multinomial(cells.n, shares, size=min(at_once, RESAMPLES - start)) * cells.weights)
            for start in range(0, RESAMPLES, at_once)
        ]
    )
    defined = found[~np.isnan(found)]
    if not defined.size:
        return None
    low, high = np.quantile(defined, _INTERVAL)
    return float(low), float(high)


def ratio(part: Floats, whole: Floats) -> Floats:
    """NaN where the whole is empty."""
    found: Floats = np.divide(part, whole, out=np.full(np.shape(whole), np.nan), where=np.asarray(whole) > 0)
    return found
