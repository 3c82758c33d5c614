"""One line of the evidence as the reader gets it."""

from __future__ import annotations

from dataclasses import dataclass

from validation.evidence.language.stems import FUNCTION_WORDS, stem
from validation.reader.words import find_words

LONGEST = 600
"""Characters of a line; a longer one is cut, since a window holds two."""


@dataclass(frozen=True, slots=True)
class Line:
    """`subject` is the thing it is about, where the line itself does not name it. `words` are the stems of both.
    `start` and `end` are of the evidence document."""

    text: str
    subject: str
    words: frozenset[str]
    start: int
    end: int


def stems_of(text: str) -> frozenset[str]:
    """Without words that say little; figures count as words."""
    return frozenset(stem(word.surface.lower()) for word in find_words(text)) - FUNCTION_WORDS
