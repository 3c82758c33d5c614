"""Examples as padded tensors, those of similar length together."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from random import Random

import numpy as np
import torch
from tokenizers import Tokenizer
from torch import Tensor

from training.examples import Example
from validation.reader.inputs import CLAIM_TOKENS, CONTEXT_TOKENS, PairInput, TokenizedText, build_input, tokenize
from validation.reader.templates import write_context

LONGEST = 288
"""Tokens of a training example; longer windows are cut."""
UNKNOWN = -100
_FAR_AWAY = -30000.0


@dataclass(frozen=True, slots=True)
class Encoded:
    """`made_up`: 0, 1 or UNKNOWN a token; `answer`: first and last token, UNKNOWN without one."""

    example: Example
    given: PairInput
    made_up: np.ndarray
    answer: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Batch:
    ids: Tensor
    marks: Tensor
    mask: Tensor
    labels: Tensor
    made_up: Tensor
    answerable: Tensor
    answers: Tensor
    windows: Tensor
    examples: tuple[Example, ...]


class Encoder:
    def __init__(self, tokenizer: Tokenizer) -> None:
        self._tokenizer = tokenizer
        self._tokenized = lru_cache(maxsize=4000)(lambda text, limit: tokenize(tokenizer, text, limit))

    def encode(self, example: Example) -> Encoded:
        context = self._tokenized(write_context(example.question, example.heading), CONTEXT_TOKENS)
        claim = tokenize(self._tokenizer, example.text, CLAIM_TOKENS)
        room = LONGEST - 3 - len(context.ids) - len(claim.ids)
        window = self._tokenized(example.window, room)
        given = build_input(context, claim, window)
        return Encoded(example, given, _made_up(example, given, claim), _answer(example, given, window))


def _made_up(example: Example, given: PairInput, claim: TokenizedText) -> np.ndarray:
    labels = np.full(len(given.ids), UNKNOWN, dtype=np.int64)
    if example.made_up is not None:
        labels[given.claim_begin : given.claim_end] = [
            any(start < last and end > first for first, last in example.made_up) for start, end in claim.places
        ]
    return labels


def _answer(example: Example, given: PairInput, window: TokenizedText) -> tuple[int, int]:
    if example.answer is None:
        return UNKNOWN, UNKNOWN
    first, last = example.answer
    inside = [number for number, (start, end) in enumerate(window.places) if start < last and end > first]
    if not inside:
        return UNKNOWN, UNKNOWN
    return given.window_begin + inside[0], given.window_begin + inside[-1]


def make_batches(encoded: list[Encoded], tokens: int, random: Random) -> Iterator[Batch]:
    """Of at most so many tokens with padding. What is of like length lies together, so most minimal pairs do."""
    batches: list[list[Encoded]] = [[]]
    for one in sorted(encoded, key=lambda one: (len(one.given.ids), random.random())):
        if batches[-1] and len(one.given.ids) * (len(batches[-1]) + 1) > tokens:
            batches.append([])
        batches[-1].append(one)
    random.shuffle(batches)
    return (collate(batch) for batch in batches if batch)


def collate(rows: list[Encoded]) -> Batch:
    width = max(len(one.given.ids) for one in rows)

    def padded(arrays: list[np.ndarray], filler: int) -> Tensor:
        made = np.full((len(arrays), width), filler, dtype=np.int64)
        for number, array in enumerate(arrays):
            made[number, : len(array)] = array
        return torch.from_numpy(made)

    mask = torch.zeros(len(rows), 1, 1, width)
    windows = torch.full((len(rows), width), _FAR_AWAY)
    for number, one in enumerate(rows):
        mask[number, :, :, len(one.given.ids) :] = _FAR_AWAY
        windows[number, one.given.window_begin : one.given.window_end] = 0
    return Batch(
        ids=padded([one.given.ids for one in rows], 0),
        marks=padded([one.given.marks for one in rows], 0),
        mask=mask,
        labels=torch.tensor([UNKNOWN if one.example.label is None else int(one.example.label) for one in rows]),
        made_up=padded([one.made_up for one in rows], UNKNOWN),
        answerable=torch.tensor(
            [UNKNOWN if one.example.answerable is None else int(one.example.answerable) for one in rows]
        ),
        answers=torch.tensor([one.answer for one in rows]),
        windows=windows,
        examples=tuple(one.example for one in rows),
    )
