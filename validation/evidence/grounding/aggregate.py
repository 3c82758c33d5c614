"""From the claims of a response to one row for the response model."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
_WORST = 3
_SUSPECT = 0.3
_FROM_CLAIMS = ("worst", "second", "worst_three", "mean", "any", "suspects")


def response_features(claim_features: tuple[str, ...]) -> tuple[str, ...]:
    """Names of the columns, in their order."""
    spread = (f"{kind}_{name}" for kind in ("highest", "lowest", "mean") for name in claim_features)
    return (*_FROM_CLAIMS, *spread)


def aggregate(invented: Floats, rows: Floats) -> Floats:
    """`invented`: (claims,) chance that each claim is made up; `rows`: (claims, features). One row, at least one
    claim."""
    falling = np.sort(invented)[::-1]
    told = np.array(
        [
            falling[0],
            falling[1] if len(falling) > 1 else 0.0,
            falling[:_WORST].mean(),
            falling.mean(),
            1.0 - np.prod(1.0 - np.clip(falling, 0.0, 0.99)),
            float((falling > _SUSPECT).sum()),
        ]
    )
    return np.concatenate([told, rows.max(axis=0), rows.min(axis=0), rows.mean(axis=0)])
