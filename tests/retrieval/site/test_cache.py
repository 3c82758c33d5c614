"""Vectors that every process shares."""

from __future__ import annotations

import numpy as np
import pytest

from retrieval.actions.configured import DatabaseCache, drop_oldest_vectors
from retrieval.models import CachedVector
from validation.embeddings.cache import CachedEmbedder
from validation.embeddings.local import EIGHT_BIT_NAME, fast_embedder
from validation.embeddings.protocol import Vectors

pytestmark = pytest.mark.django_db


class Counting:
    """The local embedder, counting the texts it was asked for."""

    name = EIGHT_BIT_NAME

    def __init__(self) -> None:
        self.texts: list[str] = []

    def embed(self, texts: list[str]) -> Vectors:
        self.texts += texts
        return fast_embedder().embed(texts)


def test_the_name_is_the_one_that_the_loaded_model_gives() -> None:
    assert fast_embedder().name == EIGHT_BIT_NAME


def test_a_vector_comes_back_bit_for_bit() -> None:
    vector = fast_embedder().embed(["The company was founded in 1995."])[0]
    DatabaseCache().put_many({"k": vector})
    assert np.array_equal(DatabaseCache().get_many(["k", "unknown"])["k"], vector)


def test_another_process_embeds_no_text_again() -> None:
    first, second = Counting(), Counting()
    texts = [f"passage {n}" for n in range(3)]
    made = CachedEmbedder(first, DatabaseCache()).embed(texts)
    found = CachedEmbedder(second, DatabaseCache()).embed(texts)
    assert (first.texts, second.texts, np.array_equal(made, found)) == (texts, [], True)


def test_storing_the_same_vector_twice_is_no_error() -> None:
    for _ in range(2):
        DatabaseCache().put_many({"k": np.ones(3, dtype=np.float32)})
    assert CachedVector.objects.count() == 1


def test_more_keys_than_one_statement_takes_are_found() -> None:
    vectors = {f"k{n}": np.full(2, n, dtype=np.float32) for n in range(1200)}
    DatabaseCache().put_many(vectors)
    assert len(DatabaseCache().get_many(list(vectors))) == 1200


def test_the_oldest_are_dropped_when_there_are_too_many() -> None:
    for n in range(10):
        DatabaseCache().put_many({f"k{n}": np.ones(1, dtype=np.float32)})
    assert drop_oldest_vectors(kept=4) == 6
    assert set(CachedVector.objects.values_list("key", flat=True)) == {"k6", "k7", "k8", "k9"}
