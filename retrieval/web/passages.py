"""Chunks as cards: what of their text is shown, and the quotes marked in it.

A chunk may be 200,000 characters long and a set may have 1,000 of them, so a card shows the beginning of its text, or
what stands around its quotes, and folds the rest; a page shows some cards. The rest of a very long text comes when it
is asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from retrieval.domain.chunk import Chunk, read_chunks
from retrieval.models import Retrieval, RetrievalFeedback
from retrieval.web.chunk_details import Detail, details_of

CARDS = 40
"""Chunks of one page."""
UNFOLDED = 640
"""Characters of a text that is shown whole."""
SENT = 6_000
"""Characters of a text that is on the page whole, so that a browser's search finds what is folded."""
_BEGINNING = 320
"""Characters that are shown of a longer text without a quote."""
_AROUND = 240
"""Characters that are shown before and after a quote in a longer text."""
_LINES = 6
"""Lines that either may have."""
_LEAST = 120
"""Characters that are worth a fold."""
_WORD = 40
"""A cut goes between two words where that costs no more than this."""


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of the text; `kind` is `quote`, `fold`, `gap` for what was left out, or empty."""

    text: str
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Word:
    """What one person said about one chunk, or about the answer at position 0. `mine` is None or one's own word."""

    position: int
    yes: int
    no: int
    mine: bool | None

    @property
    def given(self) -> int:
        return self.yes + self.no


@dataclass(frozen=True, slots=True)
class Card:
    chunk: Chunk
    relevant: bool
    score: float | None
    summary: str
    quotes: int
    segments: tuple[Segment, ...]
    findings: tuple[str, ...]
    word: Word
    details: tuple[Detail, ...] = ()

    @property
    def is_cut(self) -> bool:
        return any(segment.kind == "gap" for segment in self.segments)


@dataclass(frozen=True, slots=True)
class VerdictQuote:
    """One quote of the verdict and the place of its chunk. `after` cards come before the page that shows it; None for
    the page that is open."""

    text: str
    chunk_id: str
    position: int
    after: int | None


@dataclass(frozen=True, slots=True)
class Cards:
    """`first` counts from 1; `following` is the number of cards before the next page, None on the last."""

    cards: tuple[Card, ...]
    judged: int
    first: int
    following: int | None

    def at(self, position: int) -> Card | None:
        return next((card for card in self.cards if card.chunk.position == position), None)


def cards_of(record: Retrieval, words: Mapping[int, Word], *, after: int = 0, whole: int | None = None) -> Cards:
    """The relevant ones first, as the verdict ranks them, then the others in the order of retrieval. The chunk at
    position `whole` is not folded."""
    ordered = _ordered(record)
    shown = ordered[after : after + CARDS]
    following = after + CARDS if after + CARDS < len(ordered) else None
    return Cards(tuple(_card(chunk, record, words, whole) for chunk in shown), len(ordered), after + 1, following)


def _ordered(record: Retrieval) -> list[Chunk]:
    chunks = read_chunks(record.text.chunks).chunks
    rank = {one["id"]: place for place, one in enumerate(record.document["relevant_chunks"])}
    return sorted(chunks, key=lambda chunk: (rank.get(chunk.id, len(rank)), chunk.position))


def quotes_of(record: Retrieval, cards: Cards) -> tuple[VerdictQuote, ...]:
    """In the order of the verdict."""
    places = {chunk.id: (chunk.position, place) for place, chunk in enumerate(_ordered(record))}
    return tuple(
        _quote(each["quote"], each["chunk_id"], *places.get(each["chunk_id"], (0, 0)), cards)
        for each in record.document["evidence"]
    )


def _quote(text: str, chunk_id: str, position: int, place: int, cards: Cards) -> VerdictQuote:
    return VerdictQuote(text, chunk_id, position, None if cards.at(position) else place // CARDS * CARDS)


def _card(chunk: Chunk, record: Retrieval, words: Mapping[int, Word], whole: int | None) -> Card:
    document = record.document
    spans = [(each["start"], each["end"]) for each in document["evidence"] if each["chunk_id"] == chunk.id]
    summary = next((one["summary"] for one in document["relevant_chunks"] if one["id"] == chunk.id), None)
    return Card(
        chunk=chunk,
        relevant=summary is not None,
        score=record.scores.get(chunk.id),
        summary="" if spans or summary == chunk.text.strip() else summary or "",
        quotes=len(spans),
        segments=segments(chunk.text, spans, whole=chunk.position == whole),
        findings=tuple(found["message"] for found in document["findings"] if chunk.id in found["chunk_ids"]),
        word=word_at(words, chunk.position),
        details=details_of(record.text.chunks[chunk.position - 1], text=chunk.text),
    )


def segments(text: str, spans: Iterable[tuple[int, int]], *, whole: bool = False) -> tuple[Segment, ...]:
    """The text cut into quotes and what stands around them; overlapping quotes become one mark. What is far from the
    quotes of a long text is folded unless `whole`, and left out of a very long one."""
    marks = _merged(spans)
    is_short = len(text) <= UNFOLDED and text.count("\n") < 2 * _LINES
    hides = "" if whole or is_short else "fold" if len(text) <= SENT else "gap"
    done: list[Segment] = []
    at = 0
    for place, (start, end) in enumerate(marks):
        done += _between(text[at:start], first=place == 0, last=False, hides=hides)
        done.append(Segment(text[start:end], "quote"))
        at = end
    done += _between(text[at:], first=not marks, last=True, hides=hides)
    return tuple(segment for segment in done if segment.text)


def _merged(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


def _between(text: str, *, first: bool, last: bool, hides: str) -> Sequence[Segment]:
    """What stands before, between or after quotes, shortened on the side that is far from them."""
    if not hides:
        return (Segment(text),)
    if first and last:
        start, end = _beginning(text, _BEGINNING), len(text)
    else:
        start = 0 if first else _beginning(text, _AROUND)
        end = len(text) if last else max(start, _ending(text, _AROUND))
    if end - start < _LEAST:
        return (Segment(text),)
    rest = text[start:end] if hides == "fold" else f"{end - start:,} characters left out"
    return (Segment(text[:start]), Segment(rest, hides), Segment(text[end:]))


def _beginning(text: str, most: int) -> int:
    """Where the first lines end, after `most` characters at the latest."""
    lines = text[:most].split("\n", _LINES)
    if len(lines) > _LINES:
        return sum(len(line) + 1 for line in lines[:_LINES])
    return len(text) if len(text) <= most else text.rfind(" ", most - _WORD, most) + 1 or most


def _ending(text: str, most: int) -> int:
    """Where the last lines begin, `most` characters before the end at the earliest."""
    at = len(text) - _beginning(text[: -most - 2 : -1], most)
    return at + text[at : at + 1].isspace()


def words_of(feedback: Iterable[RetrievalFeedback], person: str) -> dict[int, Word]:
    """By position."""
    words: dict[int, dict[str, Any]] = {}
    for one in feedback:
        word = words.setdefault(one.position, {"yes": 0, "no": 0, "mine": None})
        word["yes" if one.holds else "no"] += 1
        if one.by == person:
            word["mine"] = one.holds
    return {position: Word(position, **word) for position, word in words.items()}


def word_at(words: Mapping[int, Word], position: int) -> Word:
    return words.get(position, Word(position, 0, 0, None))
