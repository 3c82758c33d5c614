"""Vectors kept by content hash, so that a text is embedded once however often it is retrieved."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt

from validation.domain.lru_cache import LruCache
from validation.embeddings.protocol import Embedder, Vectors

Vector = npt.NDArray[np.float32]


def content_key(embedder_name: str, text: str) -> str:
    """sha256 in hex over the embedder's name and the text."""
    content = embedder_name.encode() + b"\x00" + text.encode("utf-8", "surrogatepass")
    return hashlib.sha256(content).hexdigest()


class VectorCache(Protocol):
    """Anything that remembers vectors; losing them costs time only."""

    def get_many(self, keys: Sequence[str]) -> dict[str, Vector]:
        """The known ones of `keys`."""
        ...

    def put_many(self, vectors: Mapping[str, Vector]) -> None: ...


class MemoryCache(LruCache[str, Vector]):
    """Of this process; 20,000 of 384 floats are about 31 MB."""

    def __init__(self, most: int = 20_000) -> None:
        super().__init__(most)


class CachedEmbedder:
    """Asks `embedder` only for texts that `cache` does not hold, each of them once."""

    def __init__(self, embedder: Embedder, cache: VectorCache) -> None:
        self._embedder = embedder
        self._cache = cache

    @property
    def name(self) -> str:
        return self._embedder.name

    def embed(self, texts: Sequence[str]) -> Vectors:
        keys = [content_key(self.name, text) for text in texts]
        vectors = self._cache.get_many(keys)
        missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in vectors}
        if missing:
            # Copied row by row: a view would keep the whole batch alive for as long as one of its rows is cached.
            rows = [row.copy() for row in self._embedder.embed(list(missing.values()))]
            fresh = dict(zip(missing, rows, strict=True))
            self._cache.put_many(fresh)
            vectors = {**vectors, **fresh}
        return np.stack([vectors[key] for key in keys]) if keys else self._embedder.embed([])
