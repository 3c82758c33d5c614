"""Sources and their responses as the tagger reads them, with a label a token."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from evals.datasets_io import GroundingItem
from training.grounding.counts import block_of, by_source
from validation.evidence.tagger.pieces import LEARNED, Ids, Window, overlap_features, pieces, windows

Read = Callable[[Ids], NDArray[np.float32]]
"""Token ids to the states (tokens, width) of the untouched lower half."""


@dataclass(frozen=True, slots=True)
class Response:
    """`states`: (tokens, width), `echoes`: (tokens, 4), both with the stop token; `made_up`: (tokens - 1,) labels."""

    states: NDArray[np.float16]
    echoes: NDArray[np.float32]
    made_up: NDArray[np.bool]
    invented: bool


@dataclass(frozen=True, slots=True)
class Source:
    """`pieces`: (tokens, width) each."""

    pieces: tuple[NDArray[np.float16], ...]
    responses: tuple[Response, ...]


def sources(
    items: Iterable[GroundingItem], part: Callable[[int], bool], tokenizer: Tokenizer, read: Read
) -> list[Source]:
    """The sources whose block belongs to the part, in order of first appearance. Of a response longer than a window
    the first is learned."""
    found = []
    for evidence, group in by_source(items):
        if not part(block_of(group[0])):
            continue
        said = pieces(tokenizer, group[0].query, evidence.texts, LEARNED)
        cut = [(item, windows(tokenizer, item.response)) for item in group]
        responses = [_response(item, found_windows[0], said, read) for item, found_windows in cut if found_windows]
        if responses:
            found.append(Source(tuple(_half(read(piece)) for piece in said), tuple(responses)))
    return found


def _response(item: GroundingItem, window: Window, said: tuple[Ids, ...], read: Read) -> Response:
    marked = item.spans or ()
    made_up = [any(start < stop and end > begin for begin, stop in marked) for start, end in window.places]
    return Response(_half(read(window.ids)), overlap_features(window.ids, said), np.array(made_up), not item.grounded)


def _half(states: NDArray[np.float32]) -> NDArray[np.float16]:
    return states.astype(np.float16)
