"""The reader's files are read only as they were published."""

from __future__ import annotations

import gzip
import hashlib
import json
from pathlib import Path

import pytest

from validation.reader.artifact import GRAPH, MANIFEST, TOKENIZER, ReaderArtifactError, read_graph, read_tokenizer

PACKED = gzip.compress(b"graph", mtime=0)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / GRAPH).write_bytes(PACKED)
    hashes = {GRAPH: hashlib.sha256(PACKED).hexdigest(), TOKENIZER: ""}
    (tmp_path / MANIFEST).write_text(json.dumps({"sha256": hashes}), "utf-8")
    return tmp_path


def test_the_published_graph_is_read(folder: Path) -> None:
    assert read_graph(folder) == b"graph"


def test_a_changed_graph_is_refused(folder: Path) -> None:
    (folder / GRAPH).write_bytes(b"other")
    with pytest.raises(ReaderArtifactError, match="not the published file"):
        read_graph(folder)


def test_a_changed_tokenizer_is_refused(folder: Path) -> None:
    (folder / TOKENIZER).write_bytes(b"other")
    with pytest.raises(ReaderArtifactError, match="not the published file"):
        read_tokenizer(folder)


@pytest.mark.parametrize("name", [GRAPH, MANIFEST])
def test_a_missing_file_is_told(folder: Path, name: str) -> None:
    (folder / name).unlink()
    with pytest.raises(ReaderArtifactError, match="cannot be loaded"):
        read_graph(folder)


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"sha256": 3}'])
def test_a_damaged_manifest_is_told(folder: Path, content: str) -> None:
    (folder / MANIFEST).write_text(content, "utf-8")
    with pytest.raises(ReaderArtifactError):
        read_graph(folder)
