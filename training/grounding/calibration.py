"""Platt calibration and the thresholds, both from predictions on unseen sources."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from training.grounding.measured import Measured
from validation.evidence.grounding.model import Platt, Thresholds

Floats = NDArray[np.float64]
_CLIP = 1e-4
_STEPS = 50
APPROVE = 0.80
CEILING = 0.799
COVERED = 0.85
"""What every claim must reach where trust is low."""
SHARE = 0.20
"""Of all responses at least so many are to be approved."""


def platt(scores: Floats, labels: NDArray[np.int8]) -> Platt:
    """Maximum likelihood by Newton's method; converges in a few steps for two parameters."""
    held = np.clip(scores, _CLIP, 1 - _CLIP)
    design = np.stack([np.log(held / (1 - held)), np.ones_like(held)], axis=1)
    found = np.array([1.0, 0.0])
    for _ in range(_STEPS):
        told = 1 / (1 + np.exp(-design @ found))
        slope = design.T @ (labels - told)
        curve = design.T @ (design * (told * (1 - told))[:, None])
        found = found + np.linalg.solve(curve, slope)
    return Platt(round(float(found[0]), 6), round(float(found[1]), 6))


def supported(scores: Floats, calibration: Platt) -> Floats:
    """Calibrated chance of being supported, from scores of being invented."""
    return np.array([1.0 - calibration(score) for score in scores.tolist()])


def thresholds(claims: Floats, responses: Floats, measured: Measured) -> Thresholds:
    """`claims` and `responses` are calibrated chances of being supported, on unseen sources.

    The claim threshold is the one with the best F1 of unsupported claims; the edge is the highest at which, together
    with the claim thresholds, the wanted share is still approved, so that approvals are as pure as they can be."""
    claim = _best_f1(claims, measured.invented)
    worst = np.ones(len(responses))
    np.minimum.at(worst, measured.of, claims)
    free = worst >= np.where(measured.doubtful, COVERED, claim)
    edges = [edge for edge in np.arange(APPROVE, 0.96, 0.005).round(3).tolist() if _share(free, responses, edge)]
    return Thresholds(approve=APPROVE, edge=max(edges, default=APPROVE), claim=claim, covered=COVERED, ceiling=CEILING)


def _share(free: NDArray[np.bool], responses: Floats, edge: float) -> bool:
    return float((free & (responses >= edge)).mean()) >= SHARE


def _best_f1(claims: Floats, invented: NDArray[np.int8]) -> float:
    def score(limit: float) -> float:
        flagged = claims < limit
        return float(2 * (flagged & (invented == 1)).sum() / (flagged.sum() + invented.sum()))

    return float(max(np.round(np.arange(0.30, 0.91, 0.01), 2), key=score))
