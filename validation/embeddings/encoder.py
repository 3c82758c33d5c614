"""The MiniLM encoder (BERT, Devlin et al., 2019) run by onnxruntime, one sequence of token ids a run.

One sequence a run, never padded, each run on one thread: the vector of a text cannot depend on what else is in the
batch or on how many threads there are. Parallelism comes from running several texts at once.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import onnxruntime

from validation.embeddings.onnx_graph import Graph
from validation.embeddings.weights import Tensors

Array = npt.NDArray[np.float32]

HEADS = 12
LAYERS = 6
EPSILON = 1e-12
FUSED = "com.microsoft"
"""onnxruntime's own operator set, which has attention and the normalisations as one kernel each."""


class Encoder:
    """Token ids to one unit vector: mean of the last layer's states over all tokens."""

    def __init__(self, tensors: Tensors) -> None:
        self._words = tensors["embeddings.word_embeddings.weight"]
        self._places = (
            tensors["embeddings.position_embeddings.weight"] + tensors["embeddings.token_type_embeddings.weight"][0]
        )
        self._scale = np.array(tensors["embeddings.LayerNorm.weight"])
        self._shift = np.array(tensors["embeddings.LayerNorm.bias"])
        self.dimensions = int(self._words.shape[1])
        self._session = _session(_graph(tensors, self.dimensions))

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


def _graph(tensors: Tensors, width: int) -> bytes:
    graph = Graph("encoder")
    states = "states"
    for number in range(LAYERS):
        states = _layer(graph, tensors, f"encoder.layer.{number}", states)
    return graph.to_bytes(given=("states", (1, "tokens", width)), wanted=(states, (1, "tokens", width)))


def _layer(graph: Graph, tensors: Tensors, name: str, states: str) -> str:
    parts = [f"{name}.attention.self.{part}" for part in ("query", "key", "value")]
    joined = np.concatenate([tensors[f"{part}.weight"].T for part in parts], axis=1)
    bias = np.concatenate([tensors[f"{part}.bias"] for part in parts])
    inputs = [states, graph.weight(joined), graph.weight(bias)]
    attended = _dense(
        graph, tensors, f"{name}.attention.output", graph.node("Attention", inputs, FUSED, num_heads=HEADS)
    )
    states = _norm(graph, tensors, f"{name}.attention.output", attended, states)
    wide = graph.node("Gelu", [_dense(graph, tensors, f"{name}.intermediate", states)], FUSED)
    return _norm(graph, tensors, f"{name}.output", _dense(graph, tensors, f"{name}.output", wide), states)


def _dense(graph: Graph, tensors: Tensors, name: str, states: str) -> str:
    product = graph.node("MatMul", [states, graph.weight(tensors[f"{name}.dense.weight"].T)])
    return graph.node("Add", [product, graph.weight(tensors[f"{name}.dense.bias"])])


def _norm(graph: Graph, tensors: Tensors, name: str, states: str, skipped: str) -> str:
    scale = graph.weight(tensors[f"{name}.LayerNorm.weight"])
    shift = graph.weight(tensors[f"{name}.LayerNorm.bias"])
    inputs = [states, skipped, scale, shift]
    return graph.node("SkipLayerNormalization", inputs, FUSED, epsilon=EPSILON)
