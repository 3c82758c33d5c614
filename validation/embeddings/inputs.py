"""The encoder's input layer: what stands for each token before any token knows of another."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from validation.embeddings.layers import EPSILON
from validation.embeddings.weights import StoredTensors

Array = npt.NDArray[np.float32]


class Inputs:
    """Words and places added up and normed. The words stay on disk, 47 MB, and are read from there."""

    def __init__(self, tensors: StoredTensors) -> None:
        self._stored = tensors
        self._places = (
            tensors["embeddings.position_embeddings.weight"] + tensors["embeddings.token_type_embeddings.weight"][0]
        )
        self._scale = tensors["embeddings.LayerNorm.weight"]
        self._shift = tensors["embeddings.LayerNorm.bias"]
        self.dimensions = int(self._scale.size)

    def states(self, token_ids: Sequence[int]) -> Array:
        """Shape (1, tokens, dimensions), as the graphs take them."""
        states = self._stored.rows("embeddings.word_embeddings.weight", token_ids) + self._places[: len(token_ids)]
        centred = states - states.mean(axis=1, keepdims=True)
        spread = np.sqrt((centred * centred).mean(axis=1, keepdims=True) + np.float32(EPSILON))
        normed: Array = centred / spread * self._scale + self._shift
        return normed[None]
