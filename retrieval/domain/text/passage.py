"""A chunk's text as the features read it: sentences with their terms. Independent of any query."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from retrieval.domain.text.words import terms
from validation.evidence.text.sentences import sentence_spans

MAX_CHARACTERS = 100_000
"""How much of one chunk is read; what lies beyond is reported as a finding."""
Span = tuple[int, int]

MAX_SENTENCE = 600
"""Characters; longer runs without an end (tables, code, binary rubbish) are cut at white space before it."""


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


def sentences(text: str) -> list[Span]:
    """Spans without surrounding white space, in order, none overlapping."""
    return [piece for span in sentence_spans(text) for piece in _pieces(text, span)]


def _pieces(text: str, span: Span) -> Iterator[Span]:
    start, end = span
    while end - start > MAX_SENTENCE:
        cut = text.rfind(" ", start + 1, start + MAX_SENTENCE)
        cut = cut if cut > start else start + MAX_SENTENCE
        yield start, cut
        start = cut + 1 if text[cut : cut + 1] == " " else cut
    if start < end:
        yield start, end
