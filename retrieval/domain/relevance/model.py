"""The trained relevance model: term weights and trees in one file whose hash is checked when it is loaded.

The file is written by `training/retrieval.py`; docs/model-card-retrieval.md says from what, and how well it does.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from retrieval.domain.relevance.features import FEATURES, TermWeights

MODEL_PATH = Path(__file__).parent / "relevance.json"
MODEL_SHA256 = "c1f7d8d5b7da5270d56a2e2dfe7f9126b22f055585c772b9cf16208bee5f3a2d"
# Logistic regression on samples of xquad and clapnq and on the development cases (`evals/datasets`), each set with
# equal weight, rounded; docs/model-card-retrieval.md says how well they do.
RELEVANT = (0.0, 0.55, 0.45)
ANSWERED = (0.8, 0.35, 0.5)
"""Constant, weight of the trees' relevance and of the reader's answer, both as log odds."""
_SURE = 0.001


class ModelRejected(Exception):
    """The model file is missing, not the known one, or made for other features."""


@dataclass(frozen=True, slots=True)
class RelevanceModel:
    weights: TermWeights
    trees: Trees

    def relevance(self, rows: Sequence[tuple[float, ...]]) -> tuple[float, ...]:
        """The probability, to four decimals, that each chunk bears the answer; `rows` are feature values."""
        if not rows:
            return ()
        found = self.trees.probabilities(np.array(rows, dtype=np.float64))
        return tuple(round(float(value), 4) for value in found)


def read_model(content: bytes) -> RelevanceModel:
    stored = json.loads(content)
    if tuple(stored["features"]) != FEATURES:
        raise ModelRejected("The relevance model was trained on other features; train it again.")
    weights = TermWeights(known=stored["term_weights"], rare=stored["rare_term_weight"])
    return RelevanceModel(weights, Trees.read(stored["trees"]))


@lru_cache(maxsize=1)
def relevance_model() -> RelevanceModel:
    """The shipped model. Raises ModelRejected."""
    try:
        content = MODEL_PATH.read_bytes()
    except OSError as error:
        raise ModelRejected(f"The relevance model cannot be read: {error.strerror}.") from error
    if (found := hashlib.sha256(content).hexdigest()) != MODEL_SHA256:
        raise ModelRejected(f"The relevance model is not the known one: its sha256 is {found}.")
    return read_model(content)


def weigh(weights: tuple[float, float, float], relevance: float, answer: float) -> float:
    """A probability to four decimals, as thresholds read it."""
    constant, of_relevance, of_answer = weights
    odds = constant + of_relevance * log_odds(relevance) + of_answer * log_odds(answer)
    return round(1 / (1 + math.exp(-odds)), 4)


def log_odds(probability: float) -> float:
    bounded = min(max(probability, _SURE), 1 - _SURE)
    return math.log(bounded / (1 - bounded))


@dataclass(frozen=True, slots=True)
class Trees:
    """Boosted trees, one after the other in the same arrays. `roots` index the first node of each tree (or are leaves
    themselves); a row goes left where `row[feature] <= threshold`; a negative child is a leaf, `~child` its place in
    `leaf`."""

    roots: npt.NDArray[np.int64]
    feature: npt.NDArray[np.int64]
    threshold: npt.NDArray[np.float64]
    left: npt.NDArray[np.int64]
    right: npt.NDArray[np.int64]
    leaf: npt.NDArray[np.float64]

    @classmethod
    def read(cls, stored: Mapping[str, Sequence[Any]]) -> Trees:
        """From plain lists under the names of the fields."""
        return cls(
            roots=np.array(stored["roots"], dtype=np.int64),
            feature=np.array(stored["feature"], dtype=np.int64),
            threshold=np.array(stored["threshold"], dtype=np.float64),
            left=np.array(stored["left"], dtype=np.int64),
            right=np.array(stored["right"], dtype=np.int64),
            leaf=np.array(stored["leaf"], dtype=np.float64),
        )

    def probabilities(self, rows: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """Shape (rows,), 0.0-1.0; each row's value depends on that row alone."""
        at = np.tile(self.roots, (len(rows), 1))
        while (inner := at >= 0).any():
            row, tree = np.nonzero(inner)
            node = at[row, tree]
            goes_left = rows[row, self.feature[node]] <= self.threshold[node]
            at[row, tree] = np.where(goes_left, self.left[node], self.right[node])
        # Summed tree by tree: numpy's pairwise sum could group terms by the shape of the batch.
        scores = np.zeros(len(rows))
        for tree_leaves in self.leaf[~at].T:
            scores += tree_leaves
        odds: npt.NDArray[np.float64] = 1.0 / (1.0 + np.exp(-scores))
        return odds
