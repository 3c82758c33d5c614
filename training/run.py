"""The training loop: one process, bfloat16, checkpoints that another run goes on from."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random

import torch

from training.batches import Batch, Encoder, make_batches
from training.mix import Mix
from training.mixed_precision import Bfloat16Copy
from training.net import Reader
from training.plan import TOKENS, WEIGHTS, rate_at

GROUPS_A_CHUNK = 100
CHECKPOINT_SECONDS = 420
LOG_STEPS = 50
BATCH_TOKENS = 4096


@dataclass(slots=True)
class Progress:
    step: int = 0
    chunk: int = 0
    tokens: int = 0
    seconds: float = 0.0


def train(
    model: Reader,
    mix: Mix,
    encoder: Encoder,
    checkpoint: Path,
    say: Callable[[str], None],
    *,
    tokens: int = TOKENS,
    begun: Progress | None = None,
) -> Progress:
    """Goes on from the checkpoint where there is one, else from `begun`, up to `tokens`. Writes it every seven minutes,
    when it is told to end, and at the end."""
    optimizer = make_optimizer(model)
    progress = begun or Progress()
    if checkpoint.exists():
        progress = load(checkpoint, model, optimizer, mix)
    else:
        mix.drawn = dict.fromkeys(mix.drawn, progress.step)
    started, saved, losses = time.monotonic() - progress.seconds, time.monotonic(), []
    half = Bfloat16Copy(model)
    told_to_end = _listen()
    for batches, drawn in chunks(mix, encoder, progress):
        for batch in batches:
            rate = rate_at(progress.step, progress.tokens)
            for group in optimizer.param_groups:
                group["lr"] = rate
            losses.append(half.learn(optimizer, batch))
            progress.step += 1
            progress.tokens += batch.ids.numel()
            progress.seconds = time.monotonic() - started
            if progress.step % LOG_STEPS == 0:
                say(
                    f"step {progress.step} tokens {progress.tokens:,} loss {sum(losses) / len(losses):.3f} "
                    f"rate {rate:.1e} seconds {progress.seconds:.0f}"
                )
                losses = []
        progress.chunk += 1
        is_last = progress.tokens >= tokens or bool(told_to_end)
        if time.monotonic() - saved > CHECKPOINT_SECONDS or is_last:
            save(checkpoint, model, optimizer, drawn, progress)
            saved = time.monotonic()
        if is_last:
            break
    return progress


def make_optimizer(model: Reader) -> torch.optim.Optimizer:
    learned = [one for one in model.parameters() if one.requires_grad]
    heavy = [one for one in learned if one.ndim > 1]
    light = [one for one in learned if one.ndim <= 1]
    groups = [{"params": heavy, "weight_decay": 0.01}, {"params": light, "weight_decay": 0.0}]
    return torch.optim.AdamW(groups, lr=rate_at(0, 0), betas=(0.9, 0.98), fused=True)


def chunks(mix: Mix, encoder: Encoder, progress: Progress) -> Iterator[tuple[list[Batch], dict[str, int]]]:
    """Batches, and what had been drawn of each source after them; the next ones are made while these are learned from.
    Without end."""

    def make(number: int) -> tuple[list[Batch], dict[str, int]]:
        random = Random(number)
        encoded = [encoder.encode(one) for group in mix.draw(random, WEIGHTS, GROUPS_A_CHUNK) for one in group]
        return list(make_batches(encoded, BATCH_TOKENS, random)), dict(mix.drawn)

    with ThreadPoolExecutor(max_workers=1) as maker:
        following = maker.submit(make, progress.chunk)
        while True:
            made, following = following.result(), maker.submit(make, progress.chunk + 1)
            yield made


def _listen() -> list[int]:
    """Empty until the process is asked to terminate: then the run saves what it has after the chunk in hand."""
    heard: list[int] = []
    signal.signal(signal.SIGTERM, lambda number, _: heard.append(number))
    return heard


def save(
    path: Path, model: Reader, optimizer: torch.optim.Optimizer, drawn: dict[str, int], progress: Progress
) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    content = {
        "model": {name: one for name, one in model.state_dict().items() if name != "words.weight"},
        "optimizer": optimizer.state_dict(),
        "drawn": drawn,
        "progress": asdict(progress),
    }
    torch.save(content, path.with_suffix(".new"))
    path.with_suffix(".new").replace(path)


def load(path: Path, model: Reader, optimizer: torch.optim.Optimizer, mix: Mix) -> Progress:
    content = torch.load(path, weights_only=True)
    model.load_state_dict(content["model"], strict=False)
    optimizer.load_state_dict(content["optimizer"])
    mix.drawn.update(content["drawn"])
    return Progress(**content["progress"])
