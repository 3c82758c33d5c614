"""The words of sources, read when they are asked for."""

from __future__ import annotations

from functools import cached_property

from beliefs.domain.corpus import Kind
from beliefs.domain.quotes import normalised
from beliefs.models import BeliefRecord, Source
from validation.models import AttemptText

_SEPARATOR = "\n\x00\n"


class StoredTexts:
    """Keeps what it has read; one lives as long as one audit or one request."""

    def __init__(self) -> None:
        self._read: dict[tuple[str, str], str | None] = {}

    def text_of(self, kind: str, name: str) -> str | None:
        key = (kind, name)
        if key not in self._read:
            self._read[key] = _fetch(kind, name) or None
        return self._read[key]

    def holder_of(self, normalised_quote: str) -> str | None:
        joined, ends = self._sessions
        at = joined.find(normalised_quote)
        return next((f"session-{name}" for end, name in ends if at < end), None) if at >= 0 else None

    @cached_property
    def _sessions(self) -> tuple[str, list[tuple[int, str]]]:
        """All sessions as one text, so that one search answers for all, and where each of them ends."""
        parts: list[str] = []
        ends: list[tuple[int, str]] = []
        length = 0
        rows = Source.objects.filter(kind=Kind.SESSION).order_by("name").values_list("name", "text")
        for name, text in rows.iterator(chunk_size=500):
            plain = normalised(text) + _SEPARATOR
            parts.append(plain)
            length += len(plain)
            ends.append((length, name))
        return "".join(parts), ends


def _fetch(kind: str, name: str) -> str | None:
    if kind == Kind.BELIEF:
        return BeliefRecord.objects.filter(name=name).values_list("markdown", flat=True).first()
    if kind == Kind.TURN:
        texts = AttemptText.objects.filter(attempt__turn__turn_id=name).values_list("context_md", "response_md")
        return "\n".join(part for pair in texts[:20] for part in pair)
    return Source.objects.filter(kind=kind, name=name).values_list("text", flat=True).first()
