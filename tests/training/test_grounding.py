"""The trainer's parts: equal trees, equal bytes, sound calibration. Small, so that it runs in seconds."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest

from training.grounding.calibration import platt, supported
from training.grounding.files import NotEqual, check_equal, flat_arrays, packed
from training.grounding.stages import Stage
from validation.evidence.grounding.model import read_forest

DRAW = np.random.default_rng(3)
ROWS = DRAW.normal(size=(600, 5)).round(2)
LABELS = (ROWS[:, 0] + ROWS[:, 1] ** 2 + DRAW.normal(size=600) > 1).astype(np.int8)
SETTINGS = {"objective": "binary", "num_leaves": 12, "verbose": -1, "num_threads": 1, "seed": 7, "deterministic": True}


@pytest.fixture(scope="module")
def stage() -> Callable[[], Stage]:
    return partial(_train, pytest.importorskip("lightgbm", exc_type=ImportError))


def _train(lightgbm: Any) -> Stage:
    models = tuple(lightgbm.train({**SETTINGS, "seed": seed}, lightgbm.Dataset(ROWS, LABELS), 20) for seed in (1, 2))
    return Stage(models, np.zeros(len(ROWS)))


def test_flat_trees_give_what_the_library_gives(stage: Callable[[], Stage]) -> None:
    trained = stage()
    forest = read_forest(flat_arrays(trained, "x"), "x")
    check_equal(forest.probability(ROWS), trained.probability(ROWS), "x")


def test_a_difference_is_refused() -> None:
    with pytest.raises(NotEqual, match="claims"):
        check_equal(np.array([0.5]), np.array([0.5001]), "claims")


def test_training_twice_gives_the_same_bytes(stage: Callable[[], Stage]) -> None:
    assert packed(flat_arrays(stage(), "x")) == packed(flat_arrays(stage(), "x"))


def test_calibration_recovers_the_true_odds() -> None:
    score = DRAW.uniform(0.02, 0.98, 40_000)
    odds = 0.7 * np.log(score / (1 - score)) + 0.4
    labels = (DRAW.uniform(size=score.size) < 1 / (1 + np.exp(-odds))).astype(np.int8)
    found = platt(score, labels)
    assert (found.slope, found.intercept) == (pytest.approx(0.7, abs=0.04), pytest.approx(0.4, abs=0.04))


def test_calibrated_chances_fall_as_scores_of_invention_rise() -> None:
    found = supported(
        np.array([0.0, 0.2, 0.9, 1.0]), platt(np.array([0.1, 0.9, 0.8, 0.3]), np.array([0, 1, 0, 1], dtype=np.int8))
    )
    assert (np.diff(found) < 0).all()
