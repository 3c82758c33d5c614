from collections.abc import Sequence

import numpy as np

from validation.embeddings.cache import CachedEmbedder, MemoryCache, content_key
from validation.embeddings.protocol import Vectors


class CountingEmbedder:
    """Embeds a text as its length, and remembers what it was asked."""

    name = "length"

    def __init__(self) -> None:
        self.asked: list[str] = []

    def embed(self, texts: Sequence[str]) -> Vectors:
        self.asked += texts
        return np.array([[float(len(text))] for text in texts], dtype=np.float32).reshape(-1, 1)


def test_a_text_is_embedded_once():
    inner = CountingEmbedder()
    embedder = CachedEmbedder(inner, MemoryCache())
    embedder.embed(["one", "three"])
    embedder.embed(["three", "one", "seven"])
    assert inner.asked == ["one", "three", "seven"]


def test_a_text_that_stands_twice_in_one_call_is_embedded_once():
    inner = CountingEmbedder()
    vectors = CachedEmbedder(inner, MemoryCache()).embed(["same", "same"])
    assert inner.asked == ["same"]
    assert vectors.tolist() == [[4.0], [4.0]]


def test_vectors_come_in_the_order_of_the_texts():
    embedder = CachedEmbedder(CountingEmbedder(), MemoryCache())
    embedder.embed(["four"])
    assert embedder.embed(["a", "four", "bc"]).tolist() == [[1.0], [4.0], [2.0]]


def test_no_texts_cost_no_vectors():
    assert CachedEmbedder(CountingEmbedder(), MemoryCache()).embed([]).shape == (0, 1)


def test_the_least_recently_used_vector_goes_first():
    cache = MemoryCache(2)
    embedder = CachedEmbedder(CountingEmbedder(), cache)
    embedder.embed(["a", "b"])
    embedder.embed(["a"])
    embedder.embed(["c"])
    assert set(cache.get_many([content_key("length", text) for text in "abc"])) == {
        content_key("length", "a"),
        content_key("length", "c"),
    }


def test_two_embedders_do_not_share_vectors():
    assert content_key("one", "text") != content_key("other", "text")
