"""Learning in sixteen bits: half the memory moved. The exact weights stay in thirty-two and take the steps."""

from __future__ import annotations

import copy

import torch

from training.batches import Batch
from training.loss import total_loss
from training.net import Reader


class Bfloat16Copy:
    """Reads and learns with a bfloat16 copy of a model, which follows it after each step."""

    def __init__(self, model: Reader) -> None:
        self._model = model
        self._half = copy.deepcopy(model).to(torch.bfloat16).train()
        both = zip(model.parameters(), self._half.parameters(), strict=True)
        self._pairs = [(exact, half) for exact, half in both if exact.requires_grad]

    def learn(self, optimizer: torch.optim.Optimizer, batch: Batch) -> float:
        outputs = self._half(batch.ids, batch.marks, batch.mask.to(torch.bfloat16))
        loss = total_loss(outputs, batch)
        loss.backward()
        for exact, half in self._pairs:
            exact.grad = None if half.grad is None else half.grad.float()
            half.grad = None
        torch.nn.utils.clip_grad_norm_([exact for exact, _ in self._pairs], 1.0)
        optimizer.step()
        with torch.no_grad():
            for exact, half in self._pairs:
                half.copy_(exact)
        return loss.item()
