"""Writes the product's artifact: python -m training.export [--checkpoints FOLDER] [--artifact FOLDER].

torch.onnx makes the graph, onnxruntime turns its matrices into whole numbers of eight bits. The float graph stays
outside the repository.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import zlib
from pathlib import Path

import onnx
import torch
from onnx import numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic
from torch import Tensor, nn

from training.net import Outputs, Reader, read_checkpoint
from validation.reader.artifact import FOLDER, GRAPH, MANIFEST, TOKENIZER

OPSET = 20
INPUTS, OUTPUTS = ("ids", "marks"), ("support", "tokens", "answerable")
_SAMPLE_TOKENS = 24
_LEVELS = 255


class Single(nn.Module):
    """One sequence without padding: what the product runs. Word vectors lie in it in eight bits, as in the base."""

    words: Tensor

    def __init__(self, reader: Reader) -> None:
        super().__init__()
        self.reader = reader
        exact = reader.words.weight.detach()
        self.least = float(exact.min())
        self.step = float(exact.max() - exact.min()) / _LEVELS
        self.register_buffer("words", torch.round((exact - self.least) / self.step).to(torch.uint8))

    def forward(self, ids: Tensor, marks: Tensor) -> Outputs:
        return self.reader.read(self.words[ids].float() * self.step + self.least, marks)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--checkpoints", type=Path, default=Path("../reader_checkpoints"))
    parser.add_argument("--artifact", type=Path, default=FOLDER)
    given = parser.parse_args()
    torch.set_num_threads(1)
    model, progress = read_checkpoint(given.checkpoints)
    exact, whole = given.checkpoints / "reader.float.onnx", given.checkpoints / "reader.onnx"
    export(model.eval(), exact)
    quantize(exact, whole)
    (given.artifact / GRAPH).write_bytes(pack(whole.read_bytes()))
    write_manifest(given.artifact, progress)


def export(model: Reader, path: Path) -> None:
    sample = tuple(torch.zeros(1, _SAMPLE_TOKENS, dtype=torch.int64) for _ in INPUTS)
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
    turn_matrices(model.graph)
    onnx.save(model, str(path))


def turn_matrices(graph: onnx.GraphProto) -> None:
    """Matrices that are turned around when they are used are stored that way, so that they too come in eight bits."""
    stored = {one.name: one for one in graph.initializer}
    turned = [node for node in graph.node if node.op_type == "Transpose" and node.input[0] in stored]
    for node in turned:
        array = numpy_helper.to_array(stored[node.input[0]]).T
        graph.initializer.append(numpy_helper.from_array(array.copy(), node.output[0]))
        graph.node.remove(node)
    used = {name for node in graph.node for name in node.input}
    for one in stored.values():
        if one.name not in used:
            graph.initializer.remove(one)


def quantize(exact: Path, path: Path) -> None:
    """Weights in whole numbers, one scale a column; states get their range as they come, from one sequence alone. Seven
    bits for weights: then no sum of two products overflows on processors without eight-bit dot products."""
    quantize_dynamic(
        exact,
        path,
        per_channel=True,
        reduce_range=True,
        weight_type=QuantType.QInt8,
        op_types_to_quantize=["MatMul", "Gemm"],
        extra_options={"MatMulConstBOnly": True},
    )
    model = onnx.load(str(path))
    del model.metadata_props[:]
    for node in model.graph.node:
        node.doc_string = ""
        del node.metadata_props[:]
    onnx.save(model, str(path))


def pack(content: bytes) -> bytes:
    """In gzip's form. Weights hold no repetitions: to look for none makes it two in a hundred smaller."""
    packer = zlib.compressobj(9, zlib.DEFLATED, 16 + zlib.MAX_WBITS, 9, zlib.Z_HUFFMAN_ONLY)
    return packer.compress(content) + packer.flush()


def write_manifest(folder: Path, progress: dict[str, float] | None = None) -> None:
    """`progress`: of the training, as far as the reader in the folder was trained."""
    present = [folder / name for name in (GRAPH, TOKENIZER) if (folder / name).exists()]
    manifest = {"sha256": {one.name: hashlib.sha256(one.read_bytes()).hexdigest() for one in present}}
    trained = {"steps": progress["step"], "tokens": progress["tokens"]} if progress else {}
    (folder / MANIFEST).write_text(json.dumps(manifest | trained, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
