"""Is a series flat? Its last quarter is held against its second, by medians: the first warms up."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Allowed:
    """How much more the last quarter may show: a share of the second and something on top, for noise."""

    share: float
    more: float


MEMORY_MB = Allowed(0.05, 5.0)
WAITING = Allowed(0.25, 20.0)
INGEST_MS = Allowed(0.25, 20.0)
DECISION_MS = Allowed(0.25, 150.0)


def quarters(series: Sequence[float]) -> tuple[float, float]:
    """Medians of the second and of the last quarter; of fewer than four values, of the first and the last."""
    size = max(1, len(series) // 4)
    second = series[size : 2 * size] if len(series) >= 4 else series[:1]
    return statistics.median(second), statistics.median(series[-size:])


def is_flat(series: Sequence[float], allowed: Allowed) -> bool:
    second, last = quarters(series)
    return last <= second * (1 + allowed.share) + allowed.more
