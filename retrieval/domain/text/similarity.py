"""How close a question and its chunks are in meaning, by sentence vectors: one vector a chunk."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from validation.embeddings.protocol import Embedder

EMBEDDED_AT_MOST = 100
"""Chunks of one set; a vector costs some 20 ms when it is not cached, and a caller waits."""

READ_CHARACTERS = 4_096
"""Of one chunk; the model reads 256 tokens, which is far less."""


def cosines(query: str, texts: Sequence[str], embedder: Embedder) -> tuple[float, ...]:
    """One for each text, to four decimals."""
    vectors = embedder.embed([query, *(text[:READ_CHARACTERS] for text in texts)]).astype(np.float64)
    # One product a row: a matrix product may sum in another order for another number of rows.
    return tuple(round(float(vectors[0] @ row), 4) for row in vectors[1:])
