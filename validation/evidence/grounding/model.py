"""The trained model as it lies beside this code: trees, vocabulary, calibration and thresholds, checked by hash."""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from math import exp, log
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from validation.evidence.grounding.measure import response_features
from validation.evidence.grounding.signals.row import FEATURES
from validation.evidence.language.stems import Vocabulary

FOLDER = Path(__file__).parent / "artifact"
TREES, WORDS, SHEET = "trees.npz", "words.npz", "model.json"
_CLIP = 1e-4
Floats = NDArray[np.float64]
Places = NDArray[np.intp]
"""The width numpy indexes with, so that no step of a walk converts it."""


class ModelArtifactError(Exception):
    """A file of the model is missing, changed, or was trained for other features."""


@dataclass(frozen=True, slots=True)
class Platt:
    """Turns the score of a forest into a calibrated probability: sigmoid(slope * logit(score) + intercept)."""

    slope: float
    intercept: float

    def __call__(self, score: float) -> float:
        held = min(max(score, _CLIP), 1.0 - _CLIP)
        return 1.0 / (1.0 + exp(-(self.slope * log(held / (1.0 - held)) + self.intercept)))


@dataclass(frozen=True, slots=True)
class Thresholds:
    """`approve` is the response threshold this model was set for. A claim below `claim` counts as unsupported, one
    from `covered` on as covered even where trust is low. A response below `edge`, or with a claim too weak, is capped
    at `ceiling`, just under `approve`: at `approve` itself too many of them would be wrong."""

    approve: float
    edge: float
    claim: float
    covered: float
    ceiling: float


@dataclass(frozen=True, slots=True)
class Model:
    """Both forests and both calibrations speak of "invented"; callers turn that into "supported"."""

    claims: Forest
    responses: Forest
    claim_calibration: Platt
    response_calibration: Platt
    thresholds: Thresholds
    vocabulary: Vocabulary


@cache
def load(folder: Path = FOLDER) -> Model:
    """Read once a process. Raises ModelArtifactError."""
    sheet = _sheet(folder)
    trees, words = (_checked(folder / name, sheet["sha256"][name]) for name in (TREES, WORDS))
    names = [*FEATURES, *response_features(tuple(FEATURES))]
    if sheet["features"] != hashlib.sha256("\n".join(names).encode()).hexdigest():
        raise ModelArtifactError("the grounding model was trained for other features; train it anew")
    with np.load(io.BytesIO(trees), allow_pickle=False) as arrays:
        claims, responses = read_forest(arrays, "claims"), read_forest(arrays, "responses")
    return Model(
        claims=claims,
        responses=responses,
        claim_calibration=Platt(**sheet["calibration"]["claims"]),
        response_calibration=Platt(**sheet["calibration"]["responses"]),
        thresholds=Thresholds(**sheet["thresholds"]),
        vocabulary=_vocabulary(words),
    )


def _sheet(folder: Path) -> dict[str, Any]:
    try:
        return json.loads((folder / SHEET).read_text("utf-8"))  # type: ignore[no-any-return]
    except (OSError, ValueError) as error:
        raise ModelArtifactError(f"the grounding model cannot be read: {error}") from error


def _checked(path: Path, expected: object) -> bytes:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ModelArtifactError(f"the grounding model cannot be read: {error}") from error
    if hashlib.sha256(data).hexdigest() != expected:
        raise ModelArtifactError(f"{path.name} is not the file the grounding model was published with")
    return data


def _vocabulary(data: bytes) -> Vocabulary:
    with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
        stems, risky = (arrays[name].tobytes().decode("utf-8").split("\n") for name in ("idf_stems", "risk_stems"))
        return Vocabulary(
            idf=dict(zip(stems, (arrays["idf"] / 100.0).tolist(), strict=True)),
            hallucination_log_odds=dict(zip(risky, (arrays["risk"] / 100.0).tolist(), strict=True)),
            keys=frozenset(arrays["keys"].tobytes().decode("utf-8").split("\n")),
            rarest=float(arrays["rarest"]),
        )


@dataclass(frozen=True, slots=True)
class Forest:
    """Several boosted models of equal size; their probabilities are averaged.

    A node sends a row to `child[2 * node]` when `row[feature[node]] <= threshold[node]`, else to
    `child[2 * node + 1]`. A leaf leads to itself, so that all rows walk `depth` steps in step; `value` is the leaf's
    share of the log odds. `roots`: (models, trees) number of each tree's first node.
    """

    feature: Places
    threshold: Floats
    child: Places
    value: Floats
    roots: Places
    depth: int

    def probability(self, rows: Floats) -> Floats:
        """`rows`: (n, features). Returns (n,) probabilities of the positive label."""
        count, width = rows.shape
        node = np.tile(self.roots.ravel(), count)
        start = np.repeat(np.arange(count) * width, self.roots.size)
        values = np.ascontiguousarray(rows).ravel()
        for _ in range(self.depth):
            above = values.take(start + self.feature.take(node)) > self.threshold.take(node)
            node = self.child.take(2 * node + above)
        odds = self.value.take(node).reshape(count, *self.roots.shape).sum(axis=2)
        return (1.0 / (1.0 + np.exp(-odds))).mean(axis=1)  # type: ignore[no-any-return]


def read_forest(arrays: Mapping[str, NDArray[np.generic]], name: str) -> Forest:
    """`arrays` holds `<name>_feature`, `<name>_threshold` and so on, as `flat_arrays` of the trainer wrote them."""
    return Forest(
        feature=np.asarray(arrays[f"{name}_feature"], dtype=np.intp),
        threshold=np.asarray(arrays[f"{name}_threshold"], dtype=np.float64),
        child=np.asarray(arrays[f"{name}_child"], dtype=np.intp),
        value=np.asarray(arrays[f"{name}_value"], dtype=np.float64),
        roots=np.asarray(arrays[f"{name}_roots"], dtype=np.intp),
        depth=int(arrays[f"{name}_depth"]),
    )
