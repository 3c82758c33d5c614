"""What a model says of examples, in their order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch

from training.batches import UNKNOWN, Encoder, collate
from training.examples import Example
from training.net import Reader

ROWS = 32


@dataclass(frozen=True, slots=True)
class Scores:
    """`support` (examples, 3) probabilities, `answerable` (examples,); `risk` and `made_up`: the worst token of each
    claim, and whether one of its tokens is marked (UNKNOWN: nobody looked)."""

    support: np.ndarray
    answerable: np.ndarray
    risk: np.ndarray
    made_up: np.ndarray


@torch.no_grad()
def score(model: Reader, encoder: Encoder, examples: Sequence[Example]) -> Scores:
    model.eval()
    encoded = [encoder.encode(one) for one in examples]
    order = sorted(range(len(encoded)), key=lambda number: len(encoded[number].given.ids))
    support, answerable = np.zeros((len(encoded), 3)), np.zeros(len(encoded))
    risk, made_up = np.zeros(len(encoded)), np.full(len(encoded), UNKNOWN)
    for at in range(0, len(order), ROWS):
        numbers = order[at : at + ROWS]
        batch = collate([encoded[number] for number in numbers])
        with torch.autocast("cpu", dtype=torch.bfloat16):
            outputs = model(batch.ids, batch.marks, batch.mask)
        support[numbers] = torch.softmax(outputs.support.float(), dim=1).numpy()
        answerable[numbers] = torch.sigmoid(outputs.answerable.float()[:, 0]).numpy()
        odds = torch.sigmoid(outputs.tokens.float()[..., 0]).numpy()
        for row, number in enumerate(numbers):
            given = encoded[number].given
            risk[number] = odds[row, given.claim_begin : given.claim_end].max(initial=0)
            made_up[number] = encoded[number].made_up.max()
    return Scores(support, answerable, risk, made_up)
