"""Quotes: lines chosen from a chunk, and lines that a judge claims to have found there, put back to their place.

A quote is `chunk.text[start:end]` or it is none (spec 5, SC-005).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from unicodedata import category

from retrieval.domain.chunk import Chunk
from retrieval.domain.result import Evidence
from retrieval.domain.text.passage import Span, composed, composed_places

MAX_QUOTE = 1_200
"""Characters of a claimed quote; a longer one is a copy of the chunk."""

_SPACE = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class LocatedQuote:
    """`exact` is False when the quote differed from the chunk in white space, characters of no width, or accents that
    are characters of their own."""

    evidence: Evidence
    exact: bool


def quote(chunk: Chunk, span: Span) -> Evidence:
    start, end = span
    return Evidence(chunk.id, chunk.text[start:end], start, end)


def locate(claimed: str, chunk: Chunk) -> LocatedQuote | None:
    """Verbatim, else with any run of white space matching any other, accents composed, and characters of no width left
    out, which a judge is not shown; else None. Linear in the chunk."""
    wanted = claimed.strip()
    if not wanted or len(wanted) > MAX_QUOTE:
        return None
    start = chunk.text.find(wanted)
    if start >= 0:
        return LocatedQuote(quote(chunk, (start, start + len(wanted))), exact=True)
    span = _spaced(composed(wanted), composed(chunk.text))
    if span is None:
        return None
    place = composed_places(chunk.text)
    return LocatedQuote(quote(chunk, (place(span[0]), place(span[1]))), exact=False)


def joined(spans: Sequence[Span], text: str) -> list[Span]:
    """The spans in order, with neighbours made one where only blanks stand between them."""
    done: list[Span] = []
    for start, end in sorted(spans):
        if done and not text[done[-1][1] : start].strip(" "):
            done[-1] = (done[-1][0], end)
        else:
            done.append((start, end))
    return done


def _spaced(wanted: str, text: str) -> Span | None:
    """Both texts are compared without any white space; where the squeezed quote stands tells where the real one does.

    That a quote could match across a missing blank ("to get her" in "together") is excluded by the second look.
    """
    kept = [place for place, character in enumerate(text) if not (character.isspace() or _has_no_width(character))]
    squeezed = "".join(text[place] for place in kept)
    plain = _with_single_blanks(wanted)
    needle = plain.replace(" ", "")
    at = squeezed.find(needle) if needle else -1
    while at >= 0:
        span = kept[at], kept[at + len(needle) - 1] + 1
        if _with_single_blanks(text[slice(*span)]) == plain:
            return span
        at = squeezed.find(needle, at + len(needle))
    return None


def _with_single_blanks(text: str) -> str:
    return _SPACE.sub(" ", "".join(character for character in text if not _has_no_width(character)))


def _has_no_width(character: str) -> bool:
    return category(character) == "Cf"
