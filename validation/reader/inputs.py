"""Turns a claim or question and a window of evidence into what the reader's graph takes.

One form for training and run time: [CLS] window [SEP] context claim [SEP]. Each token carries marks that say whether
its word occurs on the other side, so that the layers need not learn to look words up.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from validation.domain.text.storable import without_surrogates
from validation.reader.words import Word, find_words

Ints = NDArray[np.int64]
CLS, SEP = 1, 2
CONTEXT_TOKENS, CLAIM_TOKENS, WINDOW_TOKENS = 64, 128, 312
"""With the three special tokens at most 507: farther apart than 511 all tokens are to the encoder."""
FOUND, EXACT, NEIGHBOUR, NUMBER = 1, 2, 4, 8
"""Marks: the word, its exact form, it and a neighbour occur on the other side; the word is a number."""
MARKS = 16


@dataclass(frozen=True, slots=True)
class TokenizedText:
    """Token ids, their places in the text, and the words with the number of each token's word (-1: none)."""

    ids: tuple[int, ...]
    places: tuple[tuple[int, int], ...]
    word_of: tuple[int, ...]
    words: tuple[Word, ...]
    is_cut: bool


@dataclass(frozen=True, slots=True)
class PairInput:
    """Arrays of shape (tokens,). The claim's tokens are `claim_begin` to `claim_end`, the window's `window_begin` to
    `window_end`."""

    ids: Ints
    marks: Ints
    claim_begin: int
    claim_end: int
    window_begin: int
    window_end: int


def tokenize(tokenizer: Tokenizer, text: str, limit: int) -> TokenizedText:
    encoded = tokenizer.encode(without_surrogates(text), add_special_tokens=False)
    ids, places = encoded.ids[:limit], [_without_space(text, place) for place in encoded.offsets[:limit]]
    words = find_words(text)
    return TokenizedText(
        tuple(ids), tuple(places), _words_of_tokens(places, words), tuple(words), len(encoded.ids) > limit
    )


def _without_space(text: str, place: tuple[int, int]) -> tuple[int, int]:
    """The tokenizer counts the space before a word as its first character."""
    start, end = place
    while start < end and text[start].isspace():
        start += 1
    return start, end


def build_input(context: TokenizedText, claim: TokenizedText, window: TokenizedText) -> PairInput:
    """`context` is the question or heading in front of the claim, or empty."""
    left = (*context.words, *claim.words)
    in_left, in_window = _WordSet(left), _WordSet(window.words)
    marks = [0, *_marks(window, in_left), 0, *_marks(context, in_window), *_marks(claim, in_window), 0]
    ids = [CLS, *window.ids, SEP, *context.ids, *claim.ids, SEP]
    window_end = 1 + len(window.ids)
    claim_begin = window_end + 1 + len(context.ids)
    claim_end = claim_begin + len(claim.ids)
    return PairInput(np.array(ids, np.int64), np.array(marks, np.int64), claim_begin, claim_end, 1, window_end)


class _WordSet:
    def __init__(self, words: Sequence[Word]) -> None:
        self.keys = {word.key for word in words}
        self.surfaces = {word.surface for word in words}
        self.pairs = {(one.key, two.key) for one, two in pairwise(words)}


def _marks(text: TokenizedText, other: _WordSet) -> list[int]:
    of_words = [_word_mark(text.words, number, other) for number in range(len(text.words))]
    return [of_words[number] if number >= 0 else 0 for number in text.word_of]


def _word_mark(words: Sequence[Word], number: int, other: _WordSet) -> int:
    word = words[number]
    mark = NUMBER if word.is_number else 0
    if word.key not in other.keys:
        return mark
    mark |= FOUND
    if word.surface in other.surfaces:
        mark |= EXACT
    before = number > 0 and (words[number - 1].key, word.key) in other.pairs
    behind = number + 1 < len(words) and (word.key, words[number + 1].key) in other.pairs
    return mark | (NEIGHBOUR if before or behind else 0)


def _words_of_tokens(places: Sequence[tuple[int, int]], words: Sequence[Word]) -> tuple[int, ...]:
    found, at = [], 0
    for start, end in places:
        while at < len(words) and words[at].end <= start:
            at += 1
        found.append(at if at < len(words) and words[at].start < end else -1)
    return tuple(found)
