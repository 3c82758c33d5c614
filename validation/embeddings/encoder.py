"""The MiniLM encoder (BERT, Devlin et al., 2019) run by onnxruntime, one sequence of token ids a run.

One sequence a run, never padded, each run on one thread: the vector of a text cannot depend on what else is in the
batch or on how many threads there are. Parallelism comes from running several texts at once.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import onnxruntime

from validation.embeddings.kernels import Kernels
from validation.embeddings.onnx_graph import FUSED, Graph
from validation.embeddings.weights import Tensors

Array = npt.NDArray[np.float32]

HEADS = 12
LAYERS = 6
EPSILON = 1e-12


class Encoder:
    """Token ids to one unit vector: mean of the last layer's states over all tokens."""

    def __init__(self, tensors: Tensors, kernels: Kernels) -> None:
        self._words = tensors["embeddings.word_embeddings.weight"]
        self._places = (
            tensors["embeddings.position_embeddings.weight"] + tensors["embeddings.token_type_embeddings.weight"][0]
        )
        self._scale = np.array(tensors["embeddings.LayerNorm.weight"])
        self._shift = np.array(tensors["embeddings.LayerNorm.bias"])
        self.dimensions = int(self._words.shape[1])
        self._session = _session(encoder_graph(tensors, kernels))

    def vector(self, token_ids: list[int]) -> Array:
        """Shape (dimensions,). Safe to call from several threads."""
        states = self._normed(self._words[token_ids] + self._places[: len(token_ids)])
        last: Array = self._session.run(None, {"states": states[None]})[0][0]
        mean: Array = last.mean(axis=0)
        return mean / np.float32(max(float(np.linalg.norm(mean)), EPSILON))

    def _normed(self, states: Array) -> Array:
        centred = states - states.mean(axis=1, keepdims=True)
        spread = np.sqrt((centred * centred).mean(axis=1, keepdims=True) + np.float32(EPSILON))
        normed: Array = centred / spread * self._scale + self._shift
        return normed


def _session(model: bytes) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])


def encoder_graph(tensors: Tensors, kernels: Kernels) -> bytes:
    """The same tensors and kernels give the same bytes."""
    width = tensors["embeddings.LayerNorm.weight"].size
    graph = Graph("encoder")
    states = "states"
    for number in range(LAYERS):
        states = _layer(graph, tensors, f"encoder.layer.{number}", states, kernels)
    return graph.to_bytes(given=("states", (1, "tokens", width)), wanted=(states, (1, "tokens", width)))


def _layer(graph: Graph, tensors: Tensors, name: str, states: str, kernels: Kernels) -> str:
    parts = [f"{name}.attention.self.{part}" for part in ("query", "key", "value")]
    joined = np.concatenate([tensors[f"{part}.weight"].T for part in parts], axis=1)
    bias = np.concatenate([tensors[f"{part}.bias"] for part in parts])
    attended = kernels.attention(graph, states, joined, bias, HEADS)
    states = _norm(graph, tensors, f"{name}.attention.output", attended, states, kernels)
    wide = graph.node("Gelu", [_dense(graph, tensors, f"{name}.intermediate", states, kernels)], FUSED)
    return _norm(graph, tensors, f"{name}.output", wide, states, kernels)


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
