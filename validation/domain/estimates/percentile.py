"""Percentiles of measured values, nearest rank: always one of the values, so p95 is something that happened."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil


def percentile(values: Sequence[float], share: float) -> float | None:
    """`share` is 0.0-1.0; None for no values."""
    if not values:
        return None
    ordered = sorted(values)
    return ordered[max(0, ceil(share * len(ordered)) - 1)]
