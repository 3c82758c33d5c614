import hashlib
import json

import numpy as np
import pytest

from retrieval.domain.relevance import model
from retrieval.domain.relevance.features import FALLING, FEATURES
from retrieval.domain.relevance.model import Trees


def test_the_shipped_model_is_the_known_one() -> None:
    assert hashlib.sha256(model.MODEL_PATH.read_bytes()).hexdigest() == model.MODEL_SHA256


def test_the_shipped_model_is_small() -> None:
    assert model.MODEL_PATH.stat().st_size < 1_000_000


def test_a_model_with_one_byte_changed_is_refused(tmp_path, monkeypatch) -> None:
    changed = tmp_path / "relevance.json"
    changed.write_bytes(model.MODEL_PATH.read_bytes() + b" ")
    monkeypatch.setattr(model, "MODEL_PATH", changed)
    with pytest.raises(model.ModelRejected, match="not the known one"):
        model.relevance_model.__wrapped__()


def test_a_model_for_other_features_is_refused() -> None:
    stored = json.loads(model.MODEL_PATH.read_bytes()) | {"features": ["length"]}
    with pytest.raises(model.ModelRejected, match="other features"):
        model.read_model(json.dumps(stored).encode())


@pytest.mark.parametrize("name", ["bm25", "coverage", "best_sentence", "window", "cosine", "names", "heaviest_missing"])
def test_more_of_a_signal_never_lowers_the_score_and_more_missing_never_raises_it(name: str) -> None:
    draw = np.random.default_rng(5)
    rows = draw.uniform(0, 1, (60, len(FEATURES)))
    more = rows.copy()
    more[:, FEATURES.index(name)] += draw.uniform(0, 5, 60)
    before, after = (np.array(model.relevance_model().relevance([tuple(row) for row in each])) for each in (rows, more))
    assert (after <= before).all() if name in FALLING else (after >= before).all()


def test_no_rows_have_no_scores() -> None:
    assert model.relevance_model().relevance([]) == ()


STUMPS = Trees.read(
    {
        "roots": [0, -3],
        "feature": [1],
        "threshold": [0.5],
        "left": [-1],
        "right": [-2],
        "leaf": [-2.0, 1.0, 0.5],
    }
)


@pytest.mark.parametrize(("value", "score"), [(0.4, -1.5), (0.5, -1.5), (0.6, 1.5)])
def test_a_row_goes_left_up_to_the_threshold_and_trees_are_summed(value: float, score: float) -> None:
    found = STUMPS.probabilities(np.array([[9.0, value]]))
    assert found[0] == pytest.approx(1 / (1 + np.exp(-score)))


def test_a_row_scores_the_same_in_any_batch() -> None:
    rows = np.random.default_rng(1).uniform(0, 1, (50, len(FEATURES)))
    trees = model.relevance_model().trees
    assert trees.probabilities(rows)[7] == trees.probabilities(rows[7:8])[0]
