"""The tagger as ONNX graphs: a lower half, and two upper halves that take its states. One reads a piece of evidence and
keeps what the response may attend to, the other reads the response beside all that was kept.

The lower half is the published encoder, untouched; the upper half is trained, once for each of several models. Evidence
is read without knowing the response, so that what was read of it serves every response (Cao et al., 2020, DeFormer).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from validation.embeddings.kernels import HEADS, Kernels
from validation.embeddings.layers import keys_and_values, layer
from validation.embeddings.onnx_graph import Graph, Shapes
from validation.embeddings.weights import Tensors

LOWER, UPPER = (0, 1, 2), (3, 4, 5)
OF_EVIDENCE, OF_RESPONSE, ECHOES, HEAD, BIAS = "evidence", "response", "echoes", "head.weight", "head.bias"
"""Tensors of an upper half beside those of its layers: what is added to states of evidence, of the response, for each
of the four echoes; and the last product, which gives the odds."""


Memory = tuple[NDArray[np.float32], ...]
"""Keys and values, one array a model and upper layer."""


def lower_graph(lower: Tensors, kernels: Kernels) -> bytes:
    """`states` in, states out."""
    graph = Graph("lower")
    states = "states"
    for number in LOWER:
        states = layer(graph, lower, number, states, kernels).states
    shape = (1, "tokens", int(np.size(lower["embeddings.LayerNorm.weight"])))
    return graph.to_bytes(given={"states": shape}, wanted={states: shape})


def evidence_graph(upper: Sequence[Tensors], kernels: Kernels) -> bytes:
    """The states of `lower_graph` in; keys and values out, for every model and upper layer, models outermost, as
    `split_heads` takes them."""
    graph = Graph("evidence")
    width = _width(upper[0])
    kept = [name for one in upper for name in _kept(graph, one, "states", kernels)]
    wanted = dict.fromkeys(kept, _memory("tokens", width))
    wanted |= dict.fromkeys(kept[len(UPPER) - 1 :: len(UPPER)], (1, "tokens", 2 * width))
    return graph.to_bytes(given={"states": (1, "tokens", width)}, wanted=wanted)


def _kept(graph: Graph, tensors: Tensors, states: str, kernels: Kernels) -> list[str]:
    states = graph.node("Add", [states, graph.weight(tensors[OF_EVIDENCE])])
    kept = []
    for number in UPPER[:-1]:
        states, memory = layer(graph, tensors, number, states, kernels, kept=True)
        kept.append(memory)
    return [*kept, keys_and_values(graph, tensors, UPPER[-1], states, kernels)]


def response_graph(tensors: Tensors, kernels: Kernels) -> bytes:
    """One model: the states of `lower_graph`, `echoes` and what `evidence_graph` gave for it, as `memory0` and on, in;
    odds (1, tokens, 1) out."""
    graph = Graph("response")
    memories = [f"memory{number}" for number in range(len(UPPER))]
    echoed = graph.node("MatMul", ["echoes", graph.weight(tensors[ECHOES])])
    states = graph.node("Add", [graph.node("Add", ["states", graph.weight(tensors[OF_RESPONSE])]), echoed])
    for number, memory in zip(UPPER, memories, strict=True):
        states = layer(graph, tensors, number, states, kernels, memory).states
    product = graph.node("MatMul", [states, graph.weight(tensors[HEAD])])
    odds = graph.node("Add", [product, graph.weight(tensors[BIAS])])
    width = _width(tensors)
    given: Shapes = {
        "states": (1, "tokens", width),
        "echoes": (1, "tokens", 4),
        **dict.fromkeys(memories, _memory("read", width)),
    }
    return graph.to_bytes(given=given, wanted={odds: (1, "tokens", 1)})


def allocate_heads(models: int, tokens: int, width: int) -> Memory:
    """For what `split_heads` gives of so many tokens, not yet filled."""
    shape = (2, 1, HEADS, tokens, width // HEADS)
    return tuple(np.empty(shape, dtype=np.float32) for _ in range(models * len(UPPER)))


def split_heads(kept: Sequence[NDArray[np.float32]]) -> Memory:
    """What `evidence_graph` gave, all of it as `response_graph` takes it: (2, 1, heads, tokens, width of a head)."""
    return tuple(
        one if one.ndim > 3 else one[0].reshape(len(one[0]), 2, 1, HEADS, -1).transpose(1, 2, 3, 0, 4) for one in kept
    )


def _width(upper: Tensors) -> int:
    return int(upper[OF_RESPONSE].size)


def _memory(tokens: str, width: int) -> tuple[int | str, ...]:
    return (2, 1, HEADS, tokens, width // HEADS)
