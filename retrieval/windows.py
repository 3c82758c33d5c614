"""Splits a set of chunks over questions to a judge, so that each keeps within the token budget.

A chunk that is too long for one question is cut between sentences; its windows are judged apart, and a quote from any
of them points into the whole chunk.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from retrieval.domain.chunk import Chunk
from retrieval.domain.text.sentences import sentences
from validation.judge.tokens import estimate_tokens

HEAD_TOKENS = 40
"""The two lines around a chunk."""


@dataclass(frozen=True, slots=True)
class Window:
    """`text` is a piece of the chunk's text, most often all of it."""

    chunk: Chunk
    text: str


def batches(chunks: Sequence[Chunk], *, tokens: int) -> tuple[tuple[Window, ...], ...]:
    """In the order of the chunks, each batch within `tokens` by the conservative estimate."""
    done: list[list[Window]] = [[]]
    room = tokens
    for window in (each for chunk in chunks for each in _windows(chunk, tokens - HEAD_TOKENS)):
        cost = estimate_tokens(window.text) + HEAD_TOKENS
        if cost > room and done[-1]:
            done.append([])
            room = tokens
        done[-1].append(window)
        room -= cost
    return tuple(tuple(batch) for batch in done if batch)


def _windows(chunk: Chunk, tokens: int) -> list[Window]:
    if estimate_tokens(chunk.text) <= tokens:
        return [Window(chunk, chunk.text)]
    spans = sentences(chunk.text)
    done: list[Window] = []
    first, used = 0, 0
    for number, (start, end) in enumerate(spans):
        cost = estimate_tokens(chunk.text[start:end])
        if used and used + cost > tokens:
            done.append(Window(chunk, chunk.text[spans[first][0] : spans[number - 1][1]]))
            first, used = number, 0
        used += cost
    done.append(Window(chunk, chunk.text[spans[first][0] :]))
    return done
