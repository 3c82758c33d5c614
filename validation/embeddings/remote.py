"""An OpenAI-compatible `/v1/embeddings` endpoint behind the same protocol."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from openai import DefaultHttpxClient, OpenAI, OpenAIError

from validation.domain.batches import batches
from validation.domain.text.storable import without_surrogates
from validation.embeddings.protocol import EmbeddingFailed, Vectors

BATCH = 64


class RemoteEmbedder:
    """`url` with or without `/v1`; `timeout` in seconds is for one call of at most 64 texts."""

    def __init__(self, *, url: str, model: str, timeout: float = 30.0, tries: int = 3) -> None:
        self._model = model
        self._url = url.rstrip("/").removesuffix("/v1") + "/v1"
        self._client = OpenAI(
            base_url=self._url,
            api_key="none",
            timeout=timeout,
            max_retries=max(0, tries - 1),
            # A redirect would hand the texts to a server that nobody configured.
            http_client=DefaultHttpxClient(timeout=timeout, follow_redirects=False),
        )

    @property
    def name(self) -> str:
        return f"{self._model}@{self._url}"

    def embed(self, texts: Sequence[str]) -> Vectors:
        parts = [self._ask(some) for some in batches(texts, BATCH)]
        if len({part.shape[1] for part in parts}) > 1:
            raise EmbeddingFailed("The embeddings endpoint changed the size of its vectors between two calls.")
        return np.concatenate(parts) if parts else np.zeros((0, 0), dtype=np.float32)

    def _ask(self, texts: Sequence[str]) -> Vectors:
        # Endpoints refuse an empty string; a space embeds as next to nothing. Lone surrogates are no UTF-8.
        sent = [without_surrogates(text) or " " for text in texts]
        try:
            reply = self._client.embeddings.create(model=self._model, input=sent, encoding_format="float")
            rows = [item.embedding for item in sorted(reply.data, key=lambda item: item.index)]
            vectors = np.asarray(rows, dtype=np.float32)
        except (OpenAIError, ValueError, TypeError, AttributeError) as error:
            raise EmbeddingFailed(f"The embeddings endpoint gave no vectors: {type(error).__name__}.") from error
        if vectors.ndim != 2 or len(vectors) != len(texts) or not np.isfinite(vectors).all():
            raise EmbeddingFailed(f"The embeddings endpoint gave {len(rows)} usable vectors for {len(texts)} texts.")
        return _unit(vectors)


def _unit(vectors: Vectors) -> Vectors:
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    unit: Vectors = vectors / np.maximum(lengths, np.float32(1e-12))
    return unit
