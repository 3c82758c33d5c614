"""The reader's graph and tokenizer as they lie beside this code, checked by hash."""

from __future__ import annotations

import gzip
import hashlib
import json
from functools import cache
from pathlib import Path

from tokenizers import Tokenizer

FOLDER = Path(__file__).parent / "artifact"
GRAPH, TOKENIZER, MANIFEST = "reader.onnx.gz", "tokenizer.json.gz", "reader.json"


class ReaderArtifactError(Exception):
    """A file of the reader is missing or changed."""


@cache
def published_hash(name: str = GRAPH, folder: Path = FOLDER) -> str:
    """The hash of a published file, without reading it. Raises ReaderArtifactError."""
    try:
        return str(json.loads((folder / MANIFEST).read_text("utf-8"))["sha256"][name])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ReaderArtifactError(f"The reader cannot be loaded: {error}.") from error


def read_graph(folder: Path = FOLDER) -> bytes:
    """The graph's bytes, once they are the published ones. Raises ReaderArtifactError."""
    return _read(GRAPH, folder)


def read_tokenizer(folder: Path = FOLDER) -> Tokenizer:
    """It neither pads nor cuts. Raises ReaderArtifactError."""
    return Tokenizer.from_str(_read(TOKENIZER, folder).decode())


def _read(name: str, folder: Path) -> bytes:
    expected = published_hash(name, folder)
    try:
        content = (folder / name).read_bytes()
    except OSError as error:
        raise ReaderArtifactError(f"The reader cannot be loaded: {error}.") from error
    if hashlib.sha256(content).hexdigest() != expected:
        raise ReaderArtifactError(f"{name} is not the published file. Restore it from the repository.")
    return gzip.decompress(content)
