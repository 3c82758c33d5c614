"""Writes the model as flat arrays: the same bytes for the same training."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from training.grounding.stages import Stage
from validation.evidence.grounding.measure import response_features
from validation.evidence.grounding.model import SHEET, TREES, WORDS, Platt, Thresholds
from validation.evidence.grounding.signals.row import FEATURES
from validation.evidence.language.stems import Vocabulary

if TYPE_CHECKING:
    import lightgbm

Arrays = dict[str, NDArray[Any]]
_EPOCH = (1980, 1, 1, 0, 0, 0)
_TOLERANCE = 1e-12


class NotEqual(Exception):
    """The flat arrays do not give what the trainer's own library gives."""


def flat_arrays(stage: Stage, name: str) -> Arrays:
    """The trees of all models of a stage as `validation.evidence.grounding.model` reads them."""
    nodes = _Nodes()
    roots = [[nodes.add(tree["tree_structure"]) for tree in _trees(model)] for model in stage.models]
    return {
        f"{name}_feature": np.array(nodes.feature, dtype=np.int16),
        f"{name}_threshold": np.array(nodes.threshold, dtype=np.float64),
        f"{name}_child": np.array(nodes.child, dtype=np.int32).ravel(),
        f"{name}_value": np.array(nodes.value, dtype=np.float64),
        f"{name}_roots": np.array(roots, dtype=np.int32),
        f"{name}_depth": np.array(nodes.depth, dtype=np.int32),
    }


def _trees(model: lightgbm.Booster) -> list[dict[str, Any]]:
    return list(model.dump_model()["tree_info"])


class _Nodes:
    def __init__(self) -> None:
        self.feature: list[int] = []
        self.threshold: list[float] = []
        self.child: list[tuple[int, int]] = []
        self.value: list[float] = []
        self.depth = 0

    def add(self, tree: dict[str, Any], depth: int = 0) -> int:
        own = len(self.feature)
        self.depth = max(self.depth, depth)
        self.feature.append(tree.get("split_feature", 0))
        self.threshold.append(tree.get("threshold", np.inf))
        self.value.append(tree.get("leaf_value", 0.0))
        self.child.append((own, own))
        if "left_child" in tree:
            self.child[own] = (self.add(tree["left_child"], depth + 1), self.add(tree["right_child"], depth + 1))
        return own


def word_arrays(vocabulary: Vocabulary) -> Arrays:
    idf, risk = sorted(vocabulary.idf.items()), sorted(vocabulary.hallucination_log_odds.items())
    return {
        "idf_stems": _joined([stem for stem, _ in idf]),
        "idf": np.array([round(100 * weight) for _, weight in idf], dtype=np.int16),
        "risk_stems": _joined([stem for stem, _ in risk]),
        "risk": np.array([round(100 * odds) for _, odds in risk], dtype=np.int16),
        "keys": _joined(sorted(vocabulary.keys)),
        "rarest": np.array(vocabulary.rarest),
    }


def _joined(words: list[str]) -> NDArray[np.uint8]:
    return np.frombuffer("\n".join(words).encode("utf-8"), dtype=np.uint8)


def packed(arrays: Arrays) -> bytes:
    """An `.npz` without clock or platform in it."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, array in arrays.items():
            entry = io.BytesIO()
            np.lib.format.write_array(entry, np.asanyarray(array), allow_pickle=False)
            info = zipfile.ZipInfo(f"{name}.npy", date_time=_EPOCH)
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, entry.getvalue())
    return held.getvalue()


def write(
    folder: Path, *, trees: Arrays, vocabulary: Vocabulary, calibration: dict[str, Platt], limits: Thresholds
) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    data = {TREES: packed(trees), WORDS: packed(word_arrays(vocabulary))}
    for name, body in data.items():
        (folder / name).write_bytes(body)
    names = [*FEATURES, *response_features(tuple(FEATURES))]
    sheet = {
        "sha256": {name: hashlib.sha256(body).hexdigest() for name, body in data.items()},
        "features": hashlib.sha256("\n".join(names).encode()).hexdigest(),
        "calibration": {name: asdict(one) for name, one in calibration.items()},
        "thresholds": asdict(limits),
    }
    (folder / SHEET).write_text(json.dumps(sheet, indent=2) + "\n", "utf-8")


def check_equal(told: NDArray[np.float64], expected: NDArray[np.float64], name: str) -> None:
    """Raises NotEqual."""
    gap = float(np.abs(told - expected).max())
    if gap > _TOLERANCE:
        raise NotEqual(f"{name}: numpy and the trainer differ by {gap:g}")
