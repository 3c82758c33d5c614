"""Trains the relevance model of the retrieval gate.

    python -m training.retrieval DATA_FOLDER [--out FILE]

DATA_FOLDER holds `retrieval/*.jsonl.gz` and `grounding/ragtruth_train_*.jsonl.gz` (only the passages of the latter are
counted, for term weights). The same data gives the same bytes. The hash that is printed goes into
`retrieval/domain/relevance/model.py`; the figures of docs/model-card-retrieval.md come from `run_evals retrieval`.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import lightgbm
import numpy as np

from evals.datasets_io import grounding_items
from evals.retrieval_data import LabelledRetrieval, labelled_retrievals
from retrieval.domain.query.question import read_question
from retrieval.domain.relevance.features import FALLING, FEATURES, RISING, TermWeights, chunk_features
from retrieval.domain.relevance.model import MODEL_PATH, read_model
from retrieval.domain.text.passage import read_passage, terms
from retrieval.domain.text.similarity import cosines
from validation.embeddings.cache import CachedEmbedder, MemoryCache
from validation.embeddings.local import fast_embedder
from validation.embeddings.protocol import Embedder

SETS = ("xquad_en", "selqa_dev", "clapnq_dev")
COUNTED = ("ragtruth_train_qa", "ragtruth_train_summary")
KEEP_FROM = 5
"""Passages that a term must stand in to get a weight of its own."""

ROUNDS = 250
PARAMETERS = {
    "objective": "binary",
    "learning_rate": 0.05,
    "num_leaves": 7,
    "min_data_in_leaf": 40,
    "feature_fraction": 0.6,
    "bagging_fraction": 0.8,
    "bagging_freq": 1,
    "lambda_l2": 5.0,
    "scale_pos_weight": 1.5,
    "seed": 7,
    "num_threads": 1,
    "deterministic": True,
    "force_row_wise": True,
    "verbose": -1,
    "monotone_constraints": [-1 if name in FALLING else int(name in RISING) for name in FEATURES],
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--out", type=Path, default=MODEL_PATH)
    options = parser.parse_args()
    content = train(options.data)
    options.out.write_bytes(content)
    print(f"{options.out}: {len(content)} bytes, sha256 {hashlib.sha256(content).hexdigest()}")


def train(data: Path) -> bytes:
    """The model file's content, from every labelled retrieval that is not held back."""
    sets = [_training_part(data / "retrieval" / f"{name}.jsonl.gz") for name in SETS]
    weights = _term_weights([*_chunk_texts(sets), *_counted_texts(data / "grounding")])
    embedder = CachedEmbedder(fast_embedder(), MemoryCache())
    parts = [_rows(items, weights, embedder) for items in sets]
    rows = np.array([row for part in parts for row, _ in part])
    labels = np.array([label for part in parts for _, label in part], dtype=np.float64)
    # A large set must not drown a small one: each weighs as the square root of its size.
    balance = np.concatenate([np.full(len(part), 1 / math.sqrt(len(part))) for part in parts])
    given = lightgbm.Dataset(rows, labels, weight=balance / balance.mean(), feature_name=list(FEATURES))
    booster = lightgbm.train(PARAMETERS, given, ROUNDS)
    content = _model_file(weights, booster)
    _check_equal(content, rows, booster)
    return content


def _training_part(path: Path) -> list[LabelledRetrieval]:
    return [item for item in labelled_retrievals(path) if not item.held_back and item.relevant is not None]


def _chunk_texts(sets: Iterable[list[LabelledRetrieval]]) -> list[str]:
    return list(dict.fromkeys(chunk.text for items in sets for item in items for chunk in item.chunks))


def _counted_texts(folder: Path) -> list[str]:
    paths = [folder / f"{name}.jsonl.gz" for name in COUNTED]
    return list(dict.fromkeys(text for path in paths for item in grounding_items(path) for text in item.passages))


def _term_weights(texts: Sequence[str]) -> TermWeights:
    """ln((n + 1) / (df + 0.5)) to one decimal; terms below KEEP_FROM share the weight of a term never seen."""
    counts: Counter[str] = Counter()
    for text in texts:
        counts.update(set(terms(text)))
    known = {
        term: round(math.log((len(texts) + 1) / (count + 0.5)), 1)
        for term, count in sorted(counts.items())
        if count >= KEEP_FROM
    }
    return TermWeights(known, rare=round(max(known.values()) + 0.7, 1))


def _rows(
    items: list[LabelledRetrieval], weights: TermWeights, embedder: Embedder
) -> list[tuple[tuple[float, ...], bool]]:
    """Features and label of every chunk of the items."""
    found = []
    for item in items:
        question = read_question(item.query)
        similar = cosines(question.text, [chunk.text for chunk in item.chunks], embedder)
        for chunk, cosine in zip(item.chunks, similar, strict=True):
            features = chunk_features(question, read_passage(chunk.text), cosine=cosine, weights=weights)
            found.append((features.values, chunk.ref in (item.relevant or ())))
    return found


def _model_file(weights: TermWeights, booster: lightgbm.Booster) -> bytes:
    stored = {
        "features": list(FEATURES),
        "rare_term_weight": weights.rare,
        "term_weights": dict(weights.known),
        "trees": _flat([tree["tree_structure"] for tree in booster.dump_model()["tree_info"]]),
    }
    return (json.dumps(stored, ensure_ascii=True, separators=(",", ":")) + "\n").encode()


def _flat(trees: list[dict[str, Any]]) -> dict[str, list[float]]:
    """LightGBM's nested nodes as the arrays of `retrieval.domain.relevance.model`."""
    arrays: dict[str, list[float]] = {name: [] for name in ("roots", "feature", "threshold", "left", "right", "leaf")}
    for tree in trees:
        arrays["roots"].append(_place(tree, arrays))
    return arrays


def _place(node: dict[str, Any], arrays: dict[str, list[float]]) -> int:
    if "leaf_value" in node:
        arrays["leaf"].append(node["leaf_value"])
        return ~(len(arrays["leaf"]) - 1)
    number = len(arrays["feature"])
    for name, value in (
        ("feature", node["split_feature"]),
        ("threshold", node["threshold"]),
        ("left", 0),
        ("right", 0),
    ):
        arrays[name].append(value)
    arrays["left"][number] = _place(node["left_child"], arrays)
    arrays["right"][number] = _place(node["right_child"], arrays)
    return number


def _check_equal(content: bytes, rows: np.ndarray, booster: lightgbm.Booster) -> None:
    """The shipped evaluator must say what LightGBM says, on every training row."""
    ours = read_model(content).trees.probabilities(rows)
    difference = float(np.abs(ours - booster.predict(rows)).max())
    if difference > 1e-9:
        raise SystemExit(f"The flat trees differ from LightGBM by {difference}.")


if __name__ == "__main__":
    main()
