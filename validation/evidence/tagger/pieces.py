"""Cuts evidence and response into what the tagger can read at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from validation.domain.text.storable import without_surrogates

Ids = tuple[int, ...]
LONGEST = 512
"""Tokens the encoder has places for."""


@dataclass(frozen=True, slots=True)
class PieceLimits:
    """`longest`: tokens in a piece of evidence; `most`: pieces that are read."""

    longest: int
    most: int


LEARNED = PieceLimits(LONGEST, 3)
"""As the models were trained."""
SERVED = PieceLimits(256, 6)
"""Attention within a piece costs the square of its length: half as long, half of that is saved, and nothing is lost
(docs/adr/0015)."""
MOST_WINDOWS = 12
"""Of a response: some 25,000 characters of prose."""
_BEGIN, _STOP = 101, 102
_QUERY_CHARACTERS, _QUERY_TOKENS = 400, 48
_ROOM = LONGEST - 2


@dataclass(frozen=True, slots=True)
class Window:
    """Tokens of a stretch of the response, closed by the stop token, which has no place in it."""

    ids: Ids
    places: tuple[tuple[int, int], ...]


def pieces(tokenizer: Tokenizer, query: str, texts: Sequence[str], cut: PieceLimits = SERVED) -> tuple[Ids, ...]:
    """The query leads, the texts follow in their order, none of them cut unless it fills a piece; what goes beyond the
    last piece is dropped."""
    asked = tokenizer.encode(without_surrogates(query[:_QUERY_CHARACTERS]))
    question = asked.ids[1:-1][:_QUERY_TOKENS]
    encoded = [tuple(one.ids[1:-1]) for one in tokenizer.encode_batch([without_surrogates(text) for text in texts])]
    found = []
    held = (_BEGIN, *question, _STOP)
    for ids in _fitting(encoded, cut.longest - 3):
        if len(held) + len(ids) > cut.longest - 2:
            found.append((*held, _STOP))
            held = (_BEGIN,)
            if len(found) == cut.most:
                return tuple(found)
        held += ids
    return (*found, (*held, _STOP))


def _fitting(encoded: Iterable[Ids], room: int) -> Iterator[Ids]:
    for ids in encoded:
        for at in range(0, len(ids), room):
            yield ids[at : at + room]


def windows(tokenizer: Tokenizer, response_md: str) -> list[Window]:
    """The response from its beginning, all of it up to MOST_WINDOWS."""
    encoded = tokenizer.encode(without_surrogates(response_md))
    ids, places = encoded.ids[1:-1], encoded.offsets[1:-1]
    read = range(0, min(len(ids), MOST_WINDOWS * _ROOM), _ROOM)
    return [Window((*ids[at : at + _ROOM], _STOP), tuple(places[at : at + _ROOM])) for at in read]


def overlap_features(window: Ids, read: Sequence[Ids]) -> NDArray[np.float32]:
    """Shape (tokens, 4), ones and zeros: whether the evidence holds the token, the token behind the one before it, the
    token before the one behind it, and any three in a row with it."""
    one = {token for piece in read for token in piece}
    two = {pair for piece in read for pair in pairwise(piece)}
    three = {run for piece in read for run in zip(piece, piece[1:], piece[2:], strict=False)}
    found = np.zeros((len(window), 4), dtype=np.float32)
    found[:, 0] = [token in one for token in window]
    pairs = [pair in two for pair in pairwise(window)]
    found[1:, 1] = pairs
    found[:-1, 2] = pairs
    for at, run in enumerate(zip(window, window[1:], window[2:], strict=False)):
        if run in three:
            found[at : at + 3, 3] = 1
    return found
