"""Platt calibration and the thresholds, both from predictions on unseen sources."""

from __future__ import annotations

from dataclasses import asdict
from itertools import product

import numpy as np
from numpy.typing import NDArray

from evals.training.measured import Measured
from validation.evidence.grounding.model import Platt, Thresholds

Floats = NDArray[np.float64]
_CLIP = 1e-4
_STEPS = 50
APPROVE = 0.80
CEILING = 0.799
_SHARE = 0.20
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

    The claim threshold is the one with the best F1 of unsupported claims. Edge and cover are then set together: the
    purest approvals among all settings that still approve the wanted share."""
    claim = _best_f1(claims, measured.invented)
    worst = np.ones(len(responses))
    np.minimum.at(worst, measured.of, claims)
    settings = product(np.arange(APPROVE, 0.96, 0.005).round(3), np.arange(claim, 0.93, 0.01).round(2))
    edge, covered = max(settings, key=lambda one: _worth(responses, worst, measured, claim, *one))
    return Thresholds(approve=APPROVE, edge=float(edge), claim=claim, covered=float(covered), ceiling=CEILING)


def _worth(
    responses: Floats, worst: Floats, measured: Measured, claim: float, edge: float, covered: float
) -> tuple[bool, float]:
    needed = np.where(measured.doubtful, covered, claim)
    approved = (responses >= edge) & (worst >= needed)
    enough = float(approved.mean()) >= _SHARE
    return enough, float(1 - measured.response_invented[approved].mean()) if enough else float(approved.mean())


def _best_f1(claims: Floats, invented: NDArray[np.int8]) -> float:
    def score(limit: float) -> float:
        flagged = claims < limit
        return float(2 * (flagged & (invented == 1)).sum() / (flagged.sum() + invented.sum()))

    return float(max(np.round(np.arange(0.30, 0.91, 0.01), 2), key=score))


def as_sheet(calibration: Platt | Thresholds) -> dict[str, float]:
    return asdict(calibration)
