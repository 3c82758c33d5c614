"""Writes the product's artifact: python -m training.export [--checkpoints FOLDER] [--artifact FOLDER].

torch.onnx makes the graph, onnxruntime turns its matrices into whole numbers of eight bits. The float graph stays
outside the repository.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from pathlib import Path

import onnx
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from torch import Tensor, nn

from training.net import Outputs, Reader, read_checkpoint
from validation.reader.artifact import FOLDER, GRAPH, MANIFEST

OPSET = 20
INPUTS, OUTPUTS = ("words", "kinds", "marks"), ("support", "tokens", "answerable")
_SAMPLE_TOKENS = 24


class Single(nn.Module):
    """One sequence without padding, word vectors given: what the product runs. It has those vectors from the wheel."""

    def __init__(self, reader: Reader) -> None:
        super().__init__()
        self.reader = reader

    def forward(self, words: Tensor, kinds: Tensor, marks: Tensor) -> Outputs:
        return self.reader.read(words, kinds, marks)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--checkpoints", type=Path, default=Path("../reader_checkpoints"))
    parser.add_argument("--artifact", type=Path, default=FOLDER)
    given = parser.parse_args()
    torch.set_num_threads(1)
    model, progress = read_checkpoint(given.checkpoints)
    exact = given.checkpoints / "reader.float.onnx"
    export(model.eval(), exact)
    given.artifact.mkdir(parents=True, exist_ok=True)
    quantize(exact, given.artifact / GRAPH)
    write_manifest(given.artifact, progress)


def export(model: Reader, path: Path) -> None:
    kinds, marks = (torch.zeros(1, _SAMPLE_TOKENS, dtype=torch.int64) for _ in range(2))
    sample = (torch.zeros(1, _SAMPLE_TOKENS, model.words.embedding_dim), kinds, marks)
    tokens = torch.export.Dim("tokens", min=4, max=512)
    program = torch.onnx.export(
        Single(model),
        sample,
        input_names=list(INPUTS),
        output_names=list(OUTPUTS),
        dynamic_shapes=tuple({1: tokens} for _ in INPUTS),
        opset_version=OPSET,
        dynamo=True,
    )
    assert program is not None
    model = program.model_proto
    del model.graph.value_info[:]  # the optimizer leaves shapes of tensors that it turned around
    onnx.save(model, str(path))


def quantize(exact: Path, path: Path) -> None:
    """Weights in whole numbers, one scale a column; states get their range as they come, from one sequence alone. Seven
    bits for weights: then no sum of two products overflows on processors without eight-bit dot products."""
    quantize_dynamic(
        exact,
        path,
        per_channel=True,
        reduce_range=True,
        weight_type=QuantType.QInt8,
        extra_options={"MatMulConstBOnly": True},
    )
    model = onnx.load(str(path))
    del model.metadata_props[:]
    for node in model.graph.node:
        node.doc_string = ""
        del node.metadata_props[:]
    onnx.save(model, str(path))


def write_manifest(folder: Path, progress: dict[str, float]) -> None:
    digest = hashlib.sha256((folder / GRAPH).read_bytes()).hexdigest()
    manifest = {"sha256": digest, "steps": progress["step"], "tokens": progress["tokens"]}
    (folder / MANIFEST).write_text(json.dumps(manifest, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
