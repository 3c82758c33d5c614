"""The trained half of the tagger as it lies beside this code, checked by hash.

Matrices are kept as whole numbers of seven bits with one scale a column, which is what the product multiplies with;
everything else as it was trained.
"""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from validation.embeddings.weights import Tensors

FOLDER = Path(__file__).parent / "artifact"
WEIGHTS, SHEET = "tagger.npz", "tagger.json"
SMALL, SCALE, PLAIN = "small", "scale", "plain"
MODELS = 2
"""Each was trained without the sources of one block in two; their odds are averaged."""


class TaggerDamaged(Exception):
    """A file of the tagger is missing or changed."""


def read(folder: Path = FOLDER) -> tuple[Tensors, ...]:
    """The trained tensors of each model. Raises TaggerDamaged."""
    try:
        expected = json.loads((folder / SHEET).read_text("utf-8"))["sha256"]
        data = (folder / WEIGHTS).read_bytes()
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise TaggerDamaged(f"the tagger cannot be read: {error}") from error
    if hashlib.sha256(data).hexdigest() != expected:
        raise TaggerDamaged(f"{WEIGHTS} is not the file the tagger was published with")
    with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
        packed = dict(arrays)
    return tuple(Unpacked(packed, str(model)) for model in range(MODELS))


class Unpacked(Mapping[str, NDArray[np.float32]]):
    """The tensors of one model, from names such as `0/small/encoder.layer.3.output.dense.weight`. Each is made anew
    when it is asked for: all at once they are four times the file, and memory once taken is seldom given back."""

    def __init__(self, packed: Mapping[str, NDArray[np.float32]], model: str) -> None:
        self._packed = packed
        self._model = model

    def __getitem__(self, name: str) -> NDArray[np.float32]:
        plain = self._packed.get(f"{self._model}/{PLAIN}/{name}")
        if plain is not None:
            return plain
        small: NDArray[np.float32] = self._packed[f"{self._model}/{SMALL}/{name}"].astype(np.float32)
        small *= self._packed[f"{self._model}/{SCALE}/{name}"][:, None]
        return small

    def __iter__(self) -> Iterator[str]:
        for path in self._packed:
            model, kind, name = path.split("/")
            if model == self._model and kind != SCALE:
                yield name

    def __len__(self) -> int:
        return sum(1 for _ in self)
