"""A chunk's text as the features read it: sentences with their terms. Independent of any query."""

from __future__ import annotations

from dataclasses import dataclass

from retrieval.domain.text.sentences import Span, sentences
from retrieval.domain.text.words import terms

MAX_CHARACTERS = 100_000
"""How much of one chunk is read; what lies beyond is reported as a finding."""


@dataclass(frozen=True, slots=True)
class Passage:
    """`terms[i]` are those of the sentence `text[spans[i][0]:spans[i][1]]`."""

    text: str
    spans: tuple[Span, ...]
    terms: tuple[tuple[str, ...], ...]

    def sentence(self, number: int) -> str:
        start, end = self.spans[number]
        return self.text[start:end]


def read_passage(text: str) -> Passage:
    read = text[:MAX_CHARACTERS]
    spans = tuple(sentences(read))
    return Passage(text, spans, tuple(tuple(terms(read[start:end])) for start, end in spans))
