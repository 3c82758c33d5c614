"""Quotes: lines chosen from a chunk, and lines that a judge claims to have found there, put back to their place.

A quote is `chunk.text[start:end]` or it is none (spec 5, SC-005).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from retrieval.domain.chunk import Chunk
from retrieval.domain.result import Evidence
from retrieval.domain.sentences import Span

MAX_QUOTE = 1_200
"""Characters of a claimed quote; a longer one is a copy of the chunk."""

_SPACE = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Located:
    """`exact` is False when the quote differed from the chunk in white space."""

    evidence: Evidence
    exact: bool


def quote(chunk: Chunk, span: Span) -> Evidence:
    start, end = span
    return Evidence(chunk.id, chunk.text[start:end], start, end)


def locate(claimed: str, chunk: Chunk) -> Located | None:
    """Verbatim, else with any run of white space matching any other, else None. Linear in the chunk."""
    wanted = claimed.strip()
    if not wanted or len(wanted) > MAX_QUOTE:
        return None
    start = chunk.text.find(wanted)
    if start >= 0:
        return Located(quote(chunk, (start, start + len(wanted))), exact=True)
    span = _spaced(wanted, chunk.text)
    return Located(quote(chunk, span), exact=False) if span else None


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
    kept = [place for place, character in enumerate(text) if not character.isspace()]
    squeezed = "".join(text[place] for place in kept)
    needle = _SPACE.sub("", wanted)
    at = squeezed.find(needle)
    while at >= 0:
        span = kept[at], kept[at + len(needle) - 1] + 1
        if _SPACE.sub(" ", text[slice(*span)]) == _SPACE.sub(" ", wanted):
            return span
        at = squeezed.find(needle, at + len(needle))
    return None
