"""all-MiniLM-L6-v2 on this machine: no network and no torch."""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache

import numpy as np

from validation.domain.text.storable import without_surrogates
from validation.embeddings.encoder import Encoder, available_cores
from validation.embeddings.kernels import EightBit, Exact, Kernels
from validation.embeddings.protocol import Vectors
from validation.embeddings.weights import WEIGHTS_SHA256, published_tensors, published_tokenizer

NAME = f"all-MiniLM-L6-v2@{WEIGHTS_SHA256[:12]}"
EIGHT_BIT_NAME = f"{NAME}-int8"
"""Known without loading the weights."""

MAX_TOKENS = 256
"""What the model was trained to read; the rest of a longer text is not seen."""

MAX_CHARACTERS = 16 * MAX_TOKENS
"""More than 256 tokens of any real text; spares the tokenizer a megabyte that is cut off anyway."""


class LocalEmbedder:
    """Loads on construction, in some 0.3 s, hashing the files. Raises EmbeddingFailed."""

    def __init__(self, kernels: Kernels, name: str) -> None:
        self.name = name
        self._tokenizer = published_tokenizer()
        self._tokenizer.enable_truncation(MAX_TOKENS)
        self._encoder = Encoder(published_tensors(), kernels)
        self._threads = ThreadPoolExecutor(max_workers=available_cores(), thread_name_prefix="embed")

    def embed(self, texts: Sequence[str]) -> Vectors:
        """The longest go first, so that no core is left waiting for a long one that began last."""
        ids = [self._token_ids(text) for text in texts]
        order = sorted(range(len(ids)), key=lambda number: -len(ids[number]))
        vectors = np.zeros((len(ids), self._encoder.dimensions), dtype=np.float32)
        for number, vector in zip(order, self._threads.map(self._encoder.vector, [ids[n] for n in order]), strict=True):
            vectors[number] = vector
        return vectors

    def _token_ids(self, text: str) -> list[int]:
        # A lone surrogate is a str in Python but no text to the tokenizer.
        readable = without_surrogates(text[:MAX_CHARACTERS])
        ids: list[int] = self._tokenizer.encode(readable).ids
        return ids


@lru_cache(maxsize=1)
def local_embedder() -> LocalEmbedder:
    """The one embedder of this process: its weights are read-only, so all threads may share it."""
    return LocalEmbedder(Exact(), NAME)


@lru_cache(maxsize=1)
def fast_embedder() -> LocalEmbedder:
    """The same model in eight bits: for whoever waits for many texts and weighs cosines with a model of its own."""
    return LocalEmbedder(EightBit(), EIGHT_BIT_NAME)


if hasattr(os, "register_at_fork"):
    # A forked worker has none of its parent's threads, so it must not wait for them.
    os.register_at_fork(after_in_child=local_embedder.cache_clear)
    os.register_at_fork(after_in_child=fast_embedder.cache_clear)
