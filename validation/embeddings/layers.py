"""One layer of the MiniLM encoder as nodes of an ONNX graph."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from validation.embeddings.kernels import Kernels, Projection
from validation.embeddings.onnx_graph import FUSED, Graph
from validation.embeddings.weights import StoredTensors, Tensors

EPSILON = 1e-12
Array = npt.NDArray[np.float32]


class Layer(NamedTuple):
    """Names of outputs: the new states, and the keys and values of the old ones when they are kept, else empty."""

    states: str
    kept: str


def layer(
    graph: Graph, tensors: Tensors, number: int, states: str, kernels: Kernels, past: str = "", *, kept: bool = False
) -> Layer:
    """States attend to each other and to the keys and values `past`."""
    name = f"encoder.layer.{number}"
    attended = kernels.attention(graph, states, _projection(tensors, name), past, kept=kept)
    states = _norm(graph, tensors, f"{name}.attention.output", attended[0], states, kernels)
    wide = graph.node("Gelu", [_dense(graph, tensors, f"{name}.intermediate", states, kernels)], FUSED)
    states = _norm(graph, tensors, f"{name}.output", wide, states, kernels)
    return Layer(states, attended[1] if kept else "")


def keys_and_values(graph: Graph, tensors: Tensors, number: int, states: str, kernels: Kernels) -> str:
    """Those of a layer whose new states nobody needs, side by side: (1, tokens, 2 * width)."""
    projection = _projection(tensors, f"encoder.layer.{number}", ("key", "value"))
    return kernels.dense(graph, states, projection.weight, projection.bias)


def _projection(tensors: Tensors, name: str, wanted: Sequence[str] = ("query", "key", "value")) -> Projection:
    parts = [f"{name}.attention.self.{part}" for part in wanted]
    weight = np.concatenate([tensors[f"{part}.weight"].T for part in parts], axis=1)
    return Projection(weight, np.concatenate([tensors[f"{part}.bias"] for part in parts]))


def _dense(graph: Graph, tensors: Tensors, name: str, states: str, kernels: Kernels) -> str:
    return kernels.dense(graph, states, tensors[f"{name}.dense.weight"].T, tensors[f"{name}.dense.bias"])


def _norm(graph: Graph, tensors: Tensors, name: str, given: str, skipped: str, kernels: Kernels) -> str:
    """The dense layer, and the layer norm (Ba et al., 2016) over it and what went round it: the mean is taken off, then
    the root mean square is divided out. onnxruntime's one kernel for both takes three times as long."""
    states = graph.node("Add", [_dense(graph, tensors, name, given, kernels), skipped])
    width = len(tensors[f"{name}.LayerNorm.weight"])
    mean = graph.node("MatMul", [states, graph.weight(np.full((width, 1), 1 / width, dtype=np.float32))])
    inputs = [graph.node("Sub", [states, mean]), graph.weight(tensors[f"{name}.LayerNorm.weight"])]
    normed = graph.node("SimplifiedLayerNormalization", inputs, axis=2, epsilon=EPSILON)
    return graph.node("Add", [normed, graph.weight(tensors[f"{name}.LayerNorm.bias"])])


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
