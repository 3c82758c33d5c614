"""Writes an ONNX model file as bytes, just as much of the format as the encoder needs.

ONNX files are Protocol Buffers messages (onnx.proto3); the field numbers below are that file's. Writing them here
spares the product the `onnx` package, and a second copy of the weights on disk.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

IR_VERSION = 8
FUSED = "com.microsoft"
"""onnxruntime's own operator set, which has attention and quantised products as one kernel each."""

OPSETS = (("", 17), (FUSED, 1))
_TYPES = {np.dtype(np.float32): 1, np.dtype(np.int8): 3}
_FLOAT, _INT = 1, 2
Shapes = Mapping[str, tuple[int | str, ...]]
"""By name; a word stands for a size that differs from run to run."""


class Graph:
    """Nodes and weights collected in order, then written out once."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._parts: list[bytes] = []
        self._count = 0

    def weight(self, values: npt.NDArray[np.float32] | npt.NDArray[np.int8]) -> str:
        """Adds a constant; returns the name to refer to it by."""
        name = self._next("w")
        raw = np.ascontiguousarray(values).astype(values.dtype.newbyteorder("<"), copy=False).tobytes()
        dims = b"".join(_number(1, size) for size in values.shape)
        self._parts.append(_field(5, dims + _number(2, _TYPES[values.dtype]) + _text(8, name) + _field(9, raw)))
        return name

    def node(self, operator: str, inputs: Sequence[str], domain: str = "", **attributes: int | float) -> str:
        """Adds an operator with one output; returns that output's name. An empty input is one left out."""
        return self.nodes(operator, inputs, domain, outputs=1, **attributes)[0]

    def nodes(
        self, operator: str, inputs: Sequence[str], domain: str = "", *, outputs: int, **attributes: int | float
    ) -> list[str]:
        """The same for an operator with several outputs."""
        names = [self._next("n") for _ in range(outputs)]
        body = b"".join(_text(1, each) for each in inputs) + b"".join(_text(2, each) for each in names)
        body += _text(4, operator) + b"".join(_field(5, _attribute(key, value)) for key, value in attributes.items())
        self._parts.append(_field(1, body + _text(7, domain)))
        return names

    def to_bytes(self, *, given: Shapes, wanted: Shapes) -> bytes:
        """The whole model; `given` and `wanted` name its float inputs and outputs with their shapes."""
        body = b"".join(self._parts) + _text(2, self._name)
        body += b"".join(_field(11, _value(name, shape)) for name, shape in given.items())
        body += b"".join(_field(12, _value(name, shape)) for name, shape in wanted.items())
        opsets = b"".join(_field(8, _text(1, domain) + _number(2, version)) for domain, version in OPSETS)
        return _number(1, IR_VERSION) + opsets + _field(7, body)

    def _next(self, prefix: str) -> str:
        self._count += 1
        return f"{prefix}{self._count}"


def _varint(value: int) -> bytes:
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def _number(field: int, value: int) -> bytes:
    return _varint(field << 3) + _varint(value)


def _field(field: int, body: bytes) -> bytes:
    return _varint(field << 3 | 2) + _varint(len(body)) + body


def _text(field: int, text: str) -> bytes:
    return _field(field, text.encode())


def _attribute(name: str, value: int | float) -> bytes:
    if isinstance(value, int):
        return _text(1, name) + _number(3, value) + _number(20, _INT)
    return _text(1, name) + _varint(2 << 3 | 5) + struct.pack("<f", value) + _number(20, _FLOAT)


def _value(name: str, shape: tuple[int | str, ...]) -> bytes:
    dims = b"".join(_field(1, _number(1, size) if isinstance(size, int) else _text(2, size)) for size in shape)
    tensor = _number(1, _TYPES[np.dtype(np.float32)]) + _field(2, dims)
    return _text(1, name) + _field(2, _field(1, tensor))
