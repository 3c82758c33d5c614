"""The untouched lower half alone, with the very arithmetic of the product: what is learned fits what will come."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from validation.embeddings.encoder import session
from validation.embeddings.kernels import EightBit
from validation.embeddings.layers import Inputs
from validation.embeddings.weights import StoredTensors
from validation.evidence.tagger.graphs import lower_graph
from validation.evidence.tagger.pieces import Ids


class Lower:
    def __init__(self, published: StoredTensors) -> None:
        self._inputs = Inputs(published)
        self._session = session(lower_graph(published, EightBit()))

    def __call__(self, ids: Ids) -> NDArray[np.float32]:
        """Shape (tokens, width)."""
        states: NDArray[np.float32] = self._session.run(None, {"states": self._inputs.states(ids)})[0][0]
        return states
