"""Parses retrieved chunks, plain or as Qdrant returns them, and reports what is wrong with each.

Every repair is reported: an unusable chunk is dropped with a finding, and an unusable id is replaced by the chunk's
position (`#3`) with a finding. The text is kept byte for byte, because quotes point into it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeGuard
from uuid import UUID

from retrieval.domain.result import Finding, RetrievalFindingCode
from retrieval.domain.text.passage import MAX_CHARACTERS

TEXT_KEYS = ("text", "content", "page_content", "document")
"""Keys under which vector stores and their clients keep the text of a point, the most common first."""

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ufffd]")
_WORDY = re.compile(r"\w")


@dataclass(frozen=True, slots=True)
class Chunk:
    """`position` counts from 1 in the order of retrieval."""

    id: str
    text: str
    position: int


@dataclass(frozen=True, slots=True)
class ReadChunks:
    chunks: tuple[Chunk, ...]
    findings: tuple[Finding, ...]


def read_chunks(retrieved: Iterable[object]) -> ReadChunks:
    """Usable chunks in order, and findings about the rest. Never raises because of a chunk's content."""
    chunks: list[Chunk] = []
    findings: list[Finding] = []
    points = [_as_mapping(item) for item in retrieved]
    ids = [_read_id(point) for point in points]
    names = {given for given, _ in ids if given is not None}
    taken: set[str] = set()
    for position, (point, (given, problem)) in enumerate(zip(points, ids, strict=True), start=1):
        if given is None or given in taken:
            chunk_id = _by_position(position, names, given or "")
            problem = problem or RetrievalFindingCode.ID_DUPLICATE
        else:
            chunk_id = given
        names.add(chunk_id)
        taken.add(chunk_id)
        if point is None:
            findings.append(RetrievalFindingCode.CHUNK_MALFORMED.about(chunk_id))
            continue
        text = _read_text(point)
        findings += [code.about(chunk_id) for code in (problem, *_text_problems(point, text)) if code]
        if text is not None:
            chunks.append(Chunk(chunk_id, text, position))
    if not chunks and not findings:
        findings.append(RetrievalFindingCode.NO_CHUNKS.about())
    return ReadChunks(tuple(chunks), tuple(findings))


def _as_mapping(item: object) -> Mapping[str, Any] | None:
    """A chunk as a mapping. A ScoredPoint is read by its attributes, without importing qdrant-client."""
    if isinstance(item, Mapping):
        return item
    if isinstance(item, Chunk):
        return {"id": item.id, "text": item.text}
    if hasattr(item, "id") and hasattr(item, "payload"):
        return {"id": item.id, "payload": item.payload}
    return None


def _read_id(point: Mapping[str, Any] | None) -> tuple[str | None, RetrievalFindingCode | None]:
    given = point.get("id") if point is not None else None
    if isinstance(given, UUID) or (isinstance(given, int) and not isinstance(given, bool)):
        given = _id_text(given)
    if given is None:
        return None, RetrievalFindingCode.ID_MISSING
    if not isinstance(given, str):
        return None, RetrievalFindingCode.ID_INVALID
    if not given.strip():
        return None, RetrievalFindingCode.ID_EMPTY
    return given, None


def _id_text(given: UUID | int) -> str | list[object]:
    """The id as text. Qdrant ids are unsigned 64-bit numbers or UUIDs; a larger number is invalid."""
    return str(given) if isinstance(given, UUID) or abs(given) < 2**64 else []


def _by_position(position: int, names: set[str], given: str) -> str:
    name = f"{given}#{position}"
    while name in names:
        name += "#"
    return name


def _read_text(point: Mapping[str, Any]) -> str | None:
    """The first text with a word in it; a field that a client leaves empty hides no other."""
    sources = (each for each in (point, point.get("payload"), point.get("metadata")) if isinstance(each, Mapping))
    return next((source[key] for source in sources for key in TEXT_KEYS if _is_readable(source.get(key))), None)


def _is_readable(text: object) -> TypeGuard[str]:
    return isinstance(text, str) and _WORDY.search(text, 0, MAX_CHARACTERS) is not None


def _text_problems(point: Mapping[str, Any], text: str | None) -> Iterable[RetrievalFindingCode]:
    if text is None:
        yield (
            RetrievalFindingCode.METADATA_ONLY
            if point.get("payload") or point.get("metadata")
            else RetrievalFindingCode.TEXT_MISSING
        )
        return
    if len(text) > MAX_CHARACTERS:
        yield RetrievalFindingCode.TEXT_TOO_LONG
    if _CONTROL.search(text):
        yield RetrievalFindingCode.CONTROL_CHARACTERS
