"""One model's training: AdamW (Loshchilov and Hutter, 2019), a rate that falls to nothing, labels of tokens and, more
softly, of whole responses."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import torch
from torch import nn
from torch.nn import functional

from training.tagger.examples import Source
from training.tagger.net import Batch, Upper, batch
from validation.embeddings.weights import Tensors

EPOCHS = 3.5
AT_ONCE = 2
"""Sources a step, six responses each."""
RATE, HEAD_RATE = 2e-4, 1e-3
_WARM, _LEAST = 60, 0.01
_SEED = 7
_TELL = 50
_RARE = 2.0
"""Made-up tokens are one in twenty; each counts this often."""
_OF_RESPONSE = 0.2
_SHARP = 2.0
"""How much the response's odds follow its worst tokens."""


def learn(published: Tensors, known: list[Source], say: Callable[[str], None]) -> Tensors:
    """One thread and fixed seeds: the same sources give the same tensors on the same processor."""
    torch.set_num_threads(1)
    torch.manual_seed(_SEED)
    torch.use_deterministic_algorithms(True)
    net = Upper(published)
    head = [*net.head.parameters()]
    body = [one for name, one in net.named_parameters() if not name.startswith("head.")]
    optimiser = torch.optim.AdamW([{"params": body}, {"params": head}], weight_decay=0.01, fused=True)
    steps = int(EPOCHS * len(known) / AT_ONCE)
    mean = 0.0
    for step, chosen in zip(range(steps), _order(known), strict=False):
        left = min(1.0, (step + 1) / _WARM) * max(_LEAST, 1 - step / steps)
        for group, rate in zip(optimiser.param_groups, (RATE, HEAD_RATE), strict=True):
            group["lr"] = rate * left
        loss = _step(net, batch(chosen), optimiser, body)
        mean = loss if step == 0 else 0.98 * mean + 0.02 * loss
        if step % _TELL == 0:
            say(f"step {step} of {steps}, loss {mean:.3f}")
    return net.tensors()


def _step(net: Upper, given: Batch, optimiser: torch.optim.Optimizer, body: list[nn.Parameter]) -> float:
    with torch.autocast("cpu", dtype=torch.bfloat16):
        odds = net(given)
    loss = _loss(odds, given)
    optimiser.zero_grad()
    loss.backward()
    nn.utils.clip_grad_norm_(body, 1.0)
    optimiser.step()
    return float(loss.item())


def _loss(odds: torch.Tensor, given: Batch) -> torch.Tensor:
    parts = [odds[start:end] for start, end in given.spans]
    tokens = functional.binary_cross_entropy_with_logits(
        torch.cat(parts), given.made_up, pos_weight=torch.tensor(_RARE)
    )
    whole = torch.stack([torch.logsumexp(part * _SHARP, 0) / _SHARP - 1.0 for part in parts])
    return tokens + _OF_RESPONSE * functional.binary_cross_entropy_with_logits(whole, given.invented)


def _order(known: list[Source]) -> Iterator[list[Source]]:
    """All sources in a new order each time round, for ever."""
    drawn = random.Random(_SEED)
    held: list[Source] = []
    while True:
        if len(held) < AT_ONCE:
            held += drawn.sample(known, len(known))
        yield held[:AT_ONCE]
        held = held[AT_ONCE:]
