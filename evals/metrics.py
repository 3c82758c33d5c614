"""Metrics against labels, each with a 95 % bootstrap interval.

"Positive" is what a gate should catch. A metric with an empty denominator is omitted, never 0 or 1.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from math import isnan, nan
from typing import Any

import numpy as np
from numpy.typing import NDArray

from validation.domain.estimates.agreement import MeasuredValue, ranks

Floats = NDArray[np.float64]
Flags = NDArray[np.bool]
RESAMPLES = 500
SEED = 7
_INTERVAL = (0.025, 0.975)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A metric with the bounds of its interval."""

    value: float
    low: float
    high: float


def measured_set(
    dataset: str, task: str, n: int, *, seconds_per_item: float, figures: Mapping[str, Estimate | MeasuredValue | None]
) -> dict[str, Any]:
    """The common part of each entry in `sets` of `run_evals --json`; omits undefined metrics."""
    defined = {name: one for name, one in figures.items() if one is not None and one.value is not None}
    return {
        "dataset": dataset,
        "task": task,
        "n": n,
        "seconds_per_item": seconds_per_item,
        "metrics": {name: {"value": one.value, "low": one.low, "high": one.high} for name, one in defined.items()},
    }


def estimated(measure: Callable[[NDArray[np.int64]], float], count: int) -> Estimate | None:
    """`measure` maps item indices to the metric, NaN if undefined. None if it is undefined over all items. Uses a fixed
    seed, so results are reproducible."""
    value = measure(np.arange(count))
    if isnan(value):
        return None
    draw = np.random.default_rng(SEED)
    found = np.array([measure(draw.integers(0, count, count)) for _ in range(RESAMPLES)])
    low, high = np.quantile(found[~np.isnan(found)], _INTERVAL)
    return Estimate(value, float(low), float(high))


def share(flags: Flags) -> float:
    return float(flags.mean()) if flags.size else nan


def precision(truth: Flags, flagged: Flags) -> float:
    return share(truth[flagged])


def recall(truth: Flags, flagged: Flags) -> float:
    return share(flagged[truth])


def f1(truth: Flags, flagged: Flags) -> float:
    found, all_of_both = int((truth & flagged).sum()), int(truth.sum() + flagged.sum())
    return 2 * found / all_of_both if all_of_both else nan


def balanced_accuracy(truth: Flags, flagged: Flags) -> float:
    return (recall(truth, flagged) + recall(~truth, ~flagged)) / 2


def auroc(truth: Flags, score: Floats) -> float:
    """Probability that a positive scores higher than a negative, ties counting half (Mann and Whitney)."""
    positive, negative = int(truth.sum()), int((~truth).sum())
    if not positive or not negative:
        return nan
    return float((ranks(score)[truth].sum() - positive * (positive + 1) / 2) / (positive * negative))


@dataclass(frozen=True, slots=True)
class Band:
    """Items with a predicted probability in [low, high): their number, mean prediction, and share that came true."""

    low: float
    high: float
    n: int
    predicted: float
    grounded: float


def reliability(truth: Flags, chance: Floats, edges: tuple[float, ...]) -> tuple[Band, ...]:
    """One band per pair of adjacent edges; the last includes its upper edge. Omits empty bands."""
    found = []
    for low, high in pairwise(edges):
        inside = (chance >= low) & ((chance < high) | (high == edges[-1]))
        if inside.any():
            found.append(Band(low, high, int(inside.sum()), float(chance[inside].mean()), float(truth[inside].mean())))
    return tuple(found)


def calibration_error(truth: Flags, chance: Floats) -> float:
    """Expected calibration error over ten bins of equal width."""
    if not truth.size:
        return nan
    place = np.minimum((chance * 10).astype(int), 9)
    weight = np.bincount(place, minlength=10)
    gap = np.bincount(place, chance, 10) - np.bincount(place, truth.astype(float), 10)
    return float(np.abs(gap[weight > 0]).sum() / truth.size)


def overlap(
    marked: tuple[tuple[int, int], ...], flagged: tuple[tuple[int, int], ...], length: int
) -> tuple[int, int, int]:
    """Number of characters in both, in `marked`, and in `flagged`."""
    truth, found = _covered(marked, length), _covered(flagged, length)
    return int((truth & found).sum()), int(truth.sum()), int(found.sum())


def _covered(spans: tuple[tuple[int, int], ...], length: int) -> Flags:
    covered = np.zeros(length, dtype=bool)
    for start, end in spans:
        covered[start:end] = True
    return covered


def span_f1(overlaps: NDArray[np.int64]) -> float:
    """F1 over the characters of all items; `overlaps` has shape (items, 3), rows as returned by `overlap`."""
    both, marked, flagged = overlaps.sum(axis=0).tolist()
    return 2 * both / (marked + flagged) if marked + flagged else nan
