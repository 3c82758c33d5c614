"""The MiniLM encoder (BERT, Devlin et al., 2019) run by onnxruntime, one sequence of token ids a run.

One sequence a run, never padded, each run on one thread: the vector of a text cannot depend on what else is in the
batch or on how many threads there are. Parallelism comes from running several texts at once.
"""

from __future__ import annotations

import os

import numpy as np
import numpy.typing as npt
import onnxruntime

from validation.embeddings.kernels import Kernels
from validation.embeddings.layers import EPSILON, Inputs, layer
from validation.embeddings.onnx_graph import Graph
from validation.embeddings.weights import StoredTensors, Tensors

Array = npt.NDArray[np.float32]

LAYERS = 6


class Encoder:
    """Token ids to one unit vector: mean of the last layer's states over all tokens."""

    def __init__(self, tensors: StoredTensors, kernels: Kernels) -> None:
        self._inputs = Inputs(tensors)
        self.dimensions = self._inputs.dimensions
        self._session = session(encoder_graph(tensors, kernels))

    def vector(self, token_ids: list[int]) -> Array:
        """Shape (dimensions,). Safe to call from several threads."""
        last: Array = self._session.run(None, {"states": self._inputs.states(token_ids)})[0][0]
        mean: Array = last.mean(axis=0)
        return mean / np.float32(max(float(np.linalg.norm(mean)), EPSILON))


def session(model: bytes) -> onnxruntime.InferenceSession:
    """On one thread, so that threads are had by running several at once. Memory goes back after each run: kept for the
    next one, as is the default, a process holds tens of megabytes more and is no faster."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.enable_cpu_mem_arena = False
    options.enable_mem_pattern = False
    made = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    made._model_bytes = None  # kept for other kinds of processors, which are never asked for: as large as the model
    return made


def available_cores() -> int:
    """The cores this process may use; a container is often given fewer than the machine has."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def encoder_graph(tensors: Tensors, kernels: Kernels) -> bytes:
    """The same tensors and kernels give the same bytes."""
    width = tensors["embeddings.LayerNorm.weight"].size
    graph = Graph("encoder")
    states = "states"
    for number in range(LAYERS):
        states = layer(graph, tensors, number, states, kernels).states
    return graph.to_bytes(given={"states": (1, "tokens", width)}, wanted={states: (1, "tokens", width)})
