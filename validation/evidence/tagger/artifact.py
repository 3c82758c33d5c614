"""The trained half of the tagger as it lies beside this code, checked by hash.

Matrices are kept as whole numbers of seven bits with one scale a column, which is what the product multiplies with;
everything else as it was trained.
"""

from __future__ import annotations

import hashlib
import io
import json
from collections import defaultdict
from pathlib import Path
from typing import Any

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
        return unpacked({name: arrays[name] for name in arrays.files})


def unpacked(arrays: dict[str, NDArray[Any]]) -> tuple[Tensors, ...]:
    """From names such as `0/small/encoder.layer.3.output.dense.weight`."""
    models: dict[int, Tensors] = defaultdict(dict)
    for path, values in arrays.items():
        model, kind, name = path.split("/")
        if kind == PLAIN:
            models[int(model)][name] = values
        elif kind == SMALL:
            models[int(model)][name] = values.astype(np.float32) * arrays[f"{model}/{SCALE}/{name}"][:, None]
    return tuple(models[number] for number in sorted(models))
