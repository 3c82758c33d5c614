"""Percentile bootstrap intervals of figures over weighted answers (Efron 1979), with a fixed seed for reproducibility.

Equal answers share a cell, so that drawing n answers with replacement is one multinomial draw over a few cells instead
of n draws.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
SEED = 20_130
RESAMPLES = 2_000
_INTERVAL = (0.025, 0.975)
_AT_ONCE = 4_000_000


@dataclass(frozen=True, slots=True)
class Cells:
    """One entry per cell: the `labels` shared by its answers, the weight of each answer, and the number of answers."""

    labels: tuple[tuple[float, ...], ...]
    weights: tuple[float, ...]
    counts: tuple[int, ...]

    @property
    def n(self) -> int:
        return sum(self.counts)

    @property
    def values(self) -> Floats:
        """The labels, of shape (cells, columns)."""
        return np.array(self.labels, dtype=np.float64)

    @property
    def mass(self) -> Floats:
        """Total weight of each cell, of shape (1, cells)."""
        return np.array([[count * weight for count, weight in zip(self.counts, self.weights, strict=True)]])


Statistic = Callable[[Cells, Floats], Floats]
"""Maps masses (samples, cells) to one figure per sample, NaN if undefined."""


def cells_of(weights: Iterable[float], labels: Iterable[tuple[float, ...]]) -> Cells:
    counted = sorted(Counter(zip(labels, weights, strict=True)).items())
    return Cells(
        tuple(label for (label, _), _ in counted),
        tuple(weight for (_, weight), _ in counted),
        tuple(count for _, count in counted),
    )


@lru_cache(maxsize=8192)
def percentile_interval(cells: Cells, statistic: Statistic) -> tuple[float, float] | None:
    """None if the figure is undefined in every sample. Cached, since few of a page's hundred figures have changed since
    the last request."""
    draw = np.random.default_rng(SEED)
    counts, weights = np.array(cells.counts), np.array(cells.weights)
    at_once = max(1, _AT_ONCE // len(counts))
    found = np.concatenate(
        [
            statistic(
                cells, draw.multinomial(cells.n, counts / cells.n, size=min(at_once, RESAMPLES - start)) * weights
            )
            for start in range(0, RESAMPLES, at_once)
        ]
    )
    defined = found[~np.isnan(found)]
    if not defined.size:
        return None
    low, high = np.quantile(defined, _INTERVAL)
    return float(low), float(high)
