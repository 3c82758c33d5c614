"""Two stages of gradient-boosted trees, each trained in folds grouped by source, so that what the second stage learns
from the first, and what the calibration sees, are predictions on sources their model did not know."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from training.grounding.measured import FOLDS, Measured
from validation.evidence.grounding.measure import aggregate

if TYPE_CHECKING:
    import lightgbm

Floats = NDArray[np.float64]
Settings = dict[str, Any]
_CLAIM_SEEDS, _RESPONSE_SEEDS = (7,), (7, 8, 9, 10)
"""More of them gain a thousandth of AUROC for responses and nothing for claims, whose trees are larger."""
_COMMON: Settings = {
    "objective": "binary", "learning_rate": 0.05, "min_data_in_leaf": 60, "bagging_fraction": 0.8, "bagging_freq": 1,
    "lambda_l2": 5, "max_depth": 10, "verbose": -1, "num_threads": 1, "deterministic": True, "force_row_wise": True,
}  # fmt: skip
_CLAIMS: Settings = {**_COMMON, "num_iterations": 250, "num_leaves": 31, "feature_fraction": 0.6}
_RESPONSES: Settings = {**_COMMON, "num_iterations": 250, "num_leaves": 8, "feature_fraction": 0.3}


@dataclass(frozen=True, slots=True)
class Stage:
    """`models` in the order of fold and seed; `unseen`: (n,) predictions by models that did not know the source."""

    models: tuple[lightgbm.Booster, ...]
    out_of_fold: Floats

    def probability(self, rows: Floats) -> Floats:
        return np.asarray(np.mean([model.predict(rows) for model in self.models], axis=0))


def train(measured: Measured, say: Callable[[str], None]) -> tuple[Stage, Stage]:
    """The claim stage and the response stage."""
    claims = _stage(measured.rows, measured.invented, measured.fold[measured.of], _CLAIMS, _CLAIM_SEEDS)
    say(f"claim stage: {len(claims.models)} models on {len(measured.rows)} claims")
    table = response_rows(claims.out_of_fold, measured)
    responses = _stage(table, measured.response_invented, measured.fold, _RESPONSES, _RESPONSE_SEEDS)
    say(f"response stage: {len(responses.models)} models on {len(table)} responses")
    return claims, responses


def response_rows(invented: Floats, measured: Measured) -> Floats:
    """(responses, features) from the predictions of their claims."""
    starts = np.searchsorted(measured.of, np.arange(len(measured.fold) + 1))
    return np.array([aggregate(invented[a:b], measured.rows[a:b]) for a, b in pairwise(starts)])


def _stage(
    rows: Floats, labels: NDArray[np.int8], fold: NDArray[np.int64], settings: Settings, seeds: tuple[int, ...]
) -> Stage:
    unseen = np.zeros(len(rows))
    models = []
    for number in range(FOLDS):
        known, held = fold != number, fold == number
        for seed in seeds:
            model = _boosted(rows[known], labels[known], {**settings, "seed": seed})
            unseen[held] += np.asarray(model.predict(rows[held])) / len(seeds)
            models.append(model)
    return Stage(tuple(models), unseen)


def _boosted(rows: Floats, labels: NDArray[np.int8], settings: Settings) -> lightgbm.Booster:
    import lightgbm  # here, for it takes seconds

    return lightgbm.train(settings, lightgbm.Dataset(rows, labels))
