"""The published reader as training's own weights, so that another run goes on from it without its checkpoints."""

from __future__ import annotations

import json
from collections.abc import Iterator

import numpy as np
import onnx
import torch
from onnx import numpy_helper

from training.base import Tensors
from training.net import Reader, new_reader
from training.run import Progress
from validation.reader.artifact import FOLDER, MANIFEST, read_graph

_OWN = "reader."


def published_reader() -> tuple[Reader, Progress]:
    """Its weights, exact to their eight bits, and how far it was trained. What it drew of each source is not known: of
    each it goes on at the number of its steps."""
    graph = onnx.load_model_from_string(read_graph()).graph
    stored = {one.name: numpy_helper.to_array(one) for one in graph.initializer}
    whole = {name.removeprefix(_OWN): array for name, array in stored.items() if name.startswith(_OWN)}
    found = {name: array for name, array in whole.items() if not name.endswith(("_quantized", "_scale", "_zero_point"))}
    found |= dict(_matrices(graph, stored))
    model = new_reader()
    model.load_state_dict({name: torch.from_numpy(array.copy()) for name, array in found.items()}, strict=False)
    missing = {name for name, one in model.named_parameters() if one.requires_grad} - found.keys()
    if missing:
        raise ValueError(f"The published reader lacks {sorted(missing)}.")
    told = json.loads((FOLDER / MANIFEST).read_text("utf-8"))
    return model, Progress(step=told["steps"], chunk=told["steps"], tokens=told["tokens"])


def _matrices(graph: onnx.GraphProto, stored: Tensors) -> Iterator[tuple[str, np.ndarray]]:
    """Each by the bias that is added to its products: the graph's own names of most matrices are numbers."""
    takers = {name: node for node in graph.node for name in node.input if name not in stored}
    for node in graph.node:
        matrix = next((name for name in node.input if name.endswith("_quantized") and name in stored), None)
        if node.op_type != "MatMulInteger" or matrix is None:
            continue
        while (bias := _bias(node)) is None:
            node = takers[node.output[0]]
        whole = stored[matrix].astype(np.float32) - stored[matrix.replace("_quantized", "_zero_point")]
        scaled: np.ndarray = whole * stored[matrix.replace("_quantized", "_scale")]
        yield f"{bias.removeprefix(_OWN).removesuffix('bias')}weight", scaled.T


def _bias(node: onnx.NodeProto) -> str | None:
    return next((name for name in node.input if name.startswith(_OWN) and name.endswith(".bias")), None)
