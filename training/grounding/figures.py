"""What the written model gives on labelled items, through the function the gate calls."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from evals import metrics
from evals.datasets_io import GroundingItem
from evals.metrics import Estimate, estimated
from validation.evidence.grounding.estimate import estimate
from validation.evidence.grounding.model import load
from validation.evidence.text.claims import split_claims

Figures = dict[str, dict[str, Estimate]]
"""By task, `all` first: name of the figure to its estimate."""
ALL = "all"
FLAGGED = 0.5
"""Below this chance of being grounded a response counts as flagged."""


@dataclass(frozen=True, slots=True)
class Judged:
    """`invented`: labels; `grounded`: chances."""

    invented: NDArray[np.bool]
    grounded: NDArray[np.float64]
    task: NDArray[np.str_]


def figures_of(items: list[GroundingItem], folder: Path) -> Figures:
    judged = judge(items, folder)
    tasks = sorted(set(judged.task.tolist()))
    approve = load(folder).thresholds.approve
    everything = np.ones(len(judged.task), dtype=bool)
    chosen = {ALL: everything} | ({task: judged.task == task for task in tasks} if len(tasks) > 1 else {})
    return {name: _of(judged, picked, approve) for name, picked in chosen.items()}


def _auroc_of(truth: NDArray[np.bool], chance: NDArray[np.float64], at: NDArray[np.int64]) -> float:
    return metrics.auroc(truth[at], -chance[at])


def ranking_of(invented: NDArray[np.bool], grounded: NDArray[np.float64], task: NDArray[np.str_]) -> Figures:
    """Only what no threshold enters, for predictions that thresholds were set on."""
    found: Figures = {}
    for name in (ALL, *sorted(set(task.tolist()))):
        picked = np.ones(len(task), dtype=bool) if name == ALL else task == name
        truth, chance = invented[picked], grounded[picked]
        ranked = estimated(partial(_auroc_of, truth, chance), len(truth))
        if ranked is not None:
            found[name] = {"auroc": ranked}
    return found


def judge(items: list[GroundingItem], folder: Path) -> Judged:
    """Responses without a factual claim count as grounded for sure: nothing is said that could be wrong."""
    model = load(folder)
    grounded = []
    for item in items:
        spans = [(claim.start, claim.end) for claim in split_claims(item.response) if claim.factual]
        found = estimate(query=item.query, passages=item.passages, response_md=item.response, claims=spans, model=model)
        grounded.append(1.0 if found.response is None else found.response)
    return Judged(
        invented=np.array([not item.grounded for item in items]),
        grounded=np.array(grounded),
        task=np.array([item.task for item in items]),
    )


def _of(judged: Judged, picked: NDArray[np.bool], approve: float) -> dict[str, Estimate]:
    truth, chance = judged.invented[picked], judged.grounded[picked]
    approved, flagged = chance >= approve, chance < FLAGGED
    found = {
        "auroc": estimated(lambda at: metrics.auroc(truth[at], -chance[at]), len(truth)),
        "balanced_accuracy": estimated(lambda at: metrics.balanced_accuracy(truth[at], flagged[at]), len(truth)),
        "f1": estimated(lambda at: metrics.f1(truth[at], flagged[at]), len(truth)),
        "prevalence": estimated(lambda at: metrics.share(truth[at]), len(truth)),
        "false_approve_rate": estimated(lambda at: metrics.recall(truth[at], approved[at]), len(truth)),
        "approve_purity": estimated(lambda at: metrics.precision(~truth[at], approved[at]), len(truth)),
        "approve_share": estimated(lambda at: metrics.share(approved[at]), len(truth)),
        "ece": estimated(lambda at: metrics.calibration_error(~truth[at], chance[at]), len(truth)),
    }
    return {name: one for name, one in found.items() if one is not None}
