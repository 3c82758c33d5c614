"""Reads the texts of sources visible to a pipeline, on demand."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from functools import cached_property, lru_cache

from beliefs.domain.corpus import Kind, Resolution
from beliefs.domain.parse import text_hash
from beliefs.domain.quotes import normalised
from beliefs.queries.corpora import visible_beliefs, visible_sources
from validation.models import AttemptText

NO_TEXT = "-"
_SEPARATOR = "\n\x00\n"
_ATTEMPTS = 20
"""Attempts of a turn that are searched for a quote."""

_KEPT = 2
"""Pipelines whose sessions are cached in this process, with all their text."""


class StoredTexts:
    """Lives for one audit or request. Caches the texts of one batch, and all sessions as one normalised text once a
    quote must be searched in all of them."""

    def __init__(self, pipeline: str) -> None:
        self._pipeline = pipeline
        self._read: dict[tuple[str, str], str | None] = {}

    def prefetch(self, wanted: Iterable[tuple[str, str]]) -> None:
        """Reads the texts of a batch of (kind, name) at once, and drops those of the previous batch."""
        self._read = {}
        by_kind: dict[str, list[str]] = defaultdict(list)
        for kind, name in set(wanted):
            by_kind[kind].append(name)
        for kind, names in by_kind.items():
            found = _fetch(self._pipeline, kind, names)
            self._read.update({(kind, name): found.get(name) or None for name in names})

    def text_of(self, kind: str, name: str) -> str | None:
        key = (kind, name)
        if key not in self._read:
            self._read[key] = _fetch(self._pipeline, kind, [name]).get(name) or None
        return self._read[key]

    def sha256_of(self, source: Resolution) -> str:
        """Hash of the text in which a quote is looked up; `-` without a text."""
        if source.found_kind == Kind.TURN:
            text = self.text_of(source.found_kind, source.found_id)
            return text_hash(text) if text else NO_TEXT
        known = self._beliefs if source.found_kind == Kind.BELIEF else self._sources
        return known.get((source.found_kind, source.found_id)) or NO_TEXT

    def holder_of(self, normalised_quote: str) -> str | None:
        joined, ends = _sessions(self._pipeline, self._session_hashes)
        at = joined.find(normalised_quote)
        return next((f"session-{name}" for end, name in ends if at < end), None) if at >= 0 else None

    @property
    def sessions_sha256(self) -> str:
        """Hash over all sessions."""
        return text_hash(repr(self._session_hashes))

    @cached_property
    def _sources(self) -> dict[tuple[str, str], str]:
        rows = visible_sources(self._pipeline).exclude(sha256="").values_list("kind", "name", "sha256")
        return {(kind, name): sha for kind, name, sha in rows.iterator(chunk_size=5000)}

    @cached_property
    def _beliefs(self) -> dict[tuple[str, str], str]:
        rows = visible_beliefs(self._pipeline).values_list("name", "content_sha256")
        return {(Kind.BELIEF, name): sha for name, sha in rows.iterator(chunk_size=5000)}

    @cached_property
    def _session_hashes(self) -> tuple[tuple[str, str], ...]:
        rows = visible_sources(self._pipeline).filter(kind=Kind.SESSION).order_by("name")
        return tuple(rows.values_list("name", "sha256"))


def _fetch(pipeline: str, kind: str, names: list[str]) -> dict[str, str]:
    if kind == Kind.BELIEF:
        return dict(visible_beliefs(pipeline).filter(name__in=names).values_list("name", "markdown"))
    if kind == Kind.TURN:
        return _turns(pipeline, names)
    return dict(visible_sources(pipeline).filter(kind=kind, name__in=names).values_list("name", "text"))


def _turns(pipeline: str, names: list[str]) -> dict[str, str]:
    parts_of: dict[str, list[str]] = defaultdict(list)
    rows = AttemptText.objects.filter(attempt__pipeline__name=pipeline, attempt__turn__turn_id__in=names)
    rows = rows.order_by("attempt_id")
    for name, context, response in rows.values_list("attempt__turn__turn_id", "context_md", "response_md"):
        if len(parts_of[name]) < 2 * _ATTEMPTS:
            parts_of[name] += [context, response]
    return {name: "\n".join(parts) for name, parts in parts_of.items()}


@lru_cache(maxsize=_KEPT)
def _sessions(
    pipeline: str,
    hashes: tuple[tuple[str, str], ...],  # noqa: ARG001
) -> tuple[str, tuple[tuple[int, str], ...]]:
    """All sessions as one normalised text, searched at once, and the end offset of each. Cached until a hash changes,
    because normalising takes longer than the rest of a check."""
    parts: list[str] = []
    ends: list[tuple[int, str]] = []
    length = 0
    rows = visible_sources(pipeline).filter(kind=Kind.SESSION).order_by("name").values_list("name", "text")
    for name, text in rows.iterator(chunk_size=500):
        plain = normalised(text) + _SEPARATOR
        parts.append(plain)
        length += len(plain)
        ends.append((length, name))
    return "".join(parts), tuple(ends)
