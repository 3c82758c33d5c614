"""The reader's graph as it lies beside this code, checked by hash."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent / "artifact"
GRAPH, MANIFEST = "reader.onnx", "reader.json"


class ReaderArtifactError(Exception):
    """A file of the reader is missing or changed."""


@cache
def published_hash(folder: Path = FOLDER) -> str:
    """The hash of the published graph, without reading it. Raises ReaderArtifactError."""
    try:
        return str(json.loads((folder / MANIFEST).read_text("utf-8"))["sha256"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ReaderArtifactError(f"The reader cannot be loaded: {error}.") from error


def read_graph(folder: Path = FOLDER) -> bytes:
    """The graph's bytes, once they are the published ones. Raises ReaderArtifactError."""
    expected = published_hash(folder)
    try:
        graph = (folder / GRAPH).read_bytes()
    except OSError as error:
        raise ReaderArtifactError(f"The reader cannot be loaded: {error}.") from error
    if hashlib.sha256(graph).hexdigest() != expected:
        raise ReaderArtifactError(f"{GRAPH} is not the published file. Restore it from the repository.")
    return graph
