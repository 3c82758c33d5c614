"""What the gates ask of an embedder: texts in, one unit vector a text out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt

Vectors = npt.NDArray[np.float32]
"""Shape (texts, dimensions); every row has length 1, or is all zeros for a text without any token."""


class Embedder(Protocol):
    @property
    def name(self) -> str:
        """Model and version; equal names give equal vectors, so it is part of every cache key and record."""
        ...

    def embed(self, texts: Sequence[str]) -> Vectors:
        """The vector of a text never depends on the other texts of the call. Raises EmbeddingFailed."""
        ...


class EmbeddingFailed(Exception):
    """No usable vectors came: the endpoint failed, or the weights are missing or not the known ones."""
