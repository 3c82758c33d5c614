"""One loss a head, over the examples that teach it."""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional

from training.batches import UNKNOWN, Batch
from training.examples import Label
from training.net import Outputs

SMOOTHED = 0.03
MADE_UP_WEIGHT, ANSWERABLE_WEIGHT, PLACE_WEIGHT = 0.6, 1.0, 0.35


def total_loss(outputs: Outputs, batch: Batch) -> Tensor:
    tokens = outputs.tokens.float()
    return (
        support_loss(outputs.support.float(), batch.labels)
        + MADE_UP_WEIGHT * made_up_loss(tokens[..., 0], batch.made_up)
        + ANSWERABLE_WEIGHT * answerable_loss(outputs.answerable.float()[:, 0], batch.answerable)
        + PLACE_WEIGHT * place_loss(tokens[..., 1:], batch)
    )


def support_loss(logits: Tensor, labels: Tensor) -> Tensor:
    """Cross-entropy; for NOT_ENTAILED -log(1 - P(entailed)). Mean over the batch, so that heads weigh by their rows."""
    logs = functional.log_softmax(logits, dim=1)
    known = (labels >= 0) & (labels < Label.NOT_ENTAILED)
    refuted = labels == Label.NOT_ENTAILED
    loss = functional.cross_entropy(logits[known], labels[known], reduction="sum", label_smoothing=SMOOTHED)
    loss = loss - torch.logsumexp(logs[refuted][:, 1:], dim=1).sum()
    return loss / len(labels)


def made_up_loss(odds: Tensor, labels: Tensor) -> Tensor:
    """Mean over the tokens of each claim, then over the batch."""
    known = labels != UNKNOWN
    loss = functional.binary_cross_entropy_with_logits(odds, labels.clamp(min=0).float(), reduction="none") * known
    return (loss.sum(dim=1) / known.sum(dim=1).clamp(min=1)).mean()


def answerable_loss(odds: Tensor, labels: Tensor) -> Tensor:
    known = labels != UNKNOWN
    loss = functional.binary_cross_entropy_with_logits(odds[known], labels[known].float(), reduction="sum")
    return loss / len(labels)


def place_loss(logits: Tensor, batch: Batch) -> Tensor:
    known = batch.answers[:, 0] != UNKNOWN
    if not known.any():
        return logits.sum() * 0
    places = logits[known] + batch.windows[known][..., None]
    first = functional.cross_entropy(places[..., 0], batch.answers[known, 0], reduction="sum")
    last = functional.cross_entropy(places[..., 1], batch.answers[known, 1], reduction="sum")
    return (first + last) / len(batch.labels)
