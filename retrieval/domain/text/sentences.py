"""Splits a chunk into sentences, as spans of the untouched text, none of them long."""

from __future__ import annotations

from collections.abc import Iterator

from validation.evidence.text.sentences import sentence_spans

Span = tuple[int, int]

MAX_SENTENCE = 600
"""Characters; longer runs without an end (tables, code, binary rubbish) are cut at white space before it."""


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
