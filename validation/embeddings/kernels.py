"""How the encoder multiplies: with the weights as published, or with weights and states in eight bits.

In eight bits a column of weights shares one scale, and the states of one text share one that is found as they come
(Jacob et al., 2018). Weights keep seven bits and the sign apart from it: then no sum of two products overflows on
processors without eight-bit dot products, and every processor multiplies the same numbers.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from validation.embeddings.onnx_graph import FUSED, Graph

Array = npt.NDArray[np.float32]

LARGEST = 63
"""Of a weight in eight bits: 255 times 63, twice, is below 32,768."""


HEADS = 12


class Projection(NamedTuple):
    """Weight (given, 3 * wanted) and bias of query, key and value side by side."""

    weight: Array
    bias: Array


class Kernels(Protocol):
    """`weight` has shape (given, wanted), `bias` (wanted,); the name of the output is returned."""

    def dense(self, graph: Graph, states: str, weight: Array, bias: Array) -> str: ...

    def attention(self, graph: Graph, states: str, projection: Projection, past: str = "", *, kept: bool) -> list[str]:
        """The outcome and, when it is to be kept, the keys and values of these states behind those of `past`, shape
        (2, 1, heads, tokens, width of a head). States attend to those of `past` as well."""
        ...


class Exact:
    """Float32, the vectors of the published model."""

    def dense(self, graph: Graph, states: str, weight: Array, bias: Array) -> str:
        return graph.node("Add", [graph.node("MatMul", [states, graph.weight(weight)]), graph.weight(bias)])

    def attention(self, graph: Graph, states: str, projection: Projection, past: str = "", *, kept: bool) -> list[str]:
        inputs = [states, graph.weight(projection.weight), graph.weight(projection.bias)]
        inputs += ["", past] if past else []
        return graph.nodes("Attention", inputs, FUSED, outputs=2 if kept or past else 1, num_heads=HEADS)


class EightBit:
    """A third of the time; cosines differ from the published model's by 0.01 on average."""

    def dense(self, graph: Graph, states: str, weight: Array, bias: Array) -> str:
        small, scale = quantised(weight)
        inputs = [states, graph.weight(small), graph.weight(scale), "", graph.weight(bias)]
        return graph.node("DynamicQuantizeMatMul", inputs, FUSED)

    def attention(self, graph: Graph, states: str, projection: Projection, past: str = "", *, kept: bool) -> list[str]:
        small, scale = quantised(projection.weight)
        given, given_scale, given_zero = graph.nodes("DynamicQuantizeLinear", [states], outputs=3)
        zeros = graph.weight(np.zeros(len(scale), dtype=np.int8))
        weights = [graph.weight(small), graph.weight(projection.bias), given_scale, graph.weight(scale)]
        inputs = [given, *weights, "", given_zero, zeros] + ([past] if past else [])
        return graph.nodes("QAttention", inputs, FUSED, outputs=2 if kept or past else 1, num_heads=HEADS)


def quantised(weight: Array) -> tuple[npt.NDArray[np.int8], Array]:
    """Whole numbers of at most LARGEST, and for each column what one of them stands for."""
    scale: Array = np.maximum(np.abs(weight).max(axis=0) / np.float32(LARGEST), np.float32(1e-12))
    return np.rint(weight / scale).astype(np.int8), scale
