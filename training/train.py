"""Trains the reader: python -m training.train DATA [--checkpoints FOLDER] [--tokens N] [--threads N] [--published].

How: `training.plan`.
"""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path

import torch

from training.batches import Encoder
from training.going_on import published_reader
from training.manifest import check_files
from training.mix import Mix, Source, StoredSource
from training.net import CHECKPOINT, new_reader
from training.plan import TOKENS
from training.run import Progress, train
from training.sources.drawn import drawn_sources
from training.sources.published import read_published, split
from validation.reader.artifact import read_tokenizer

SEED = 20261122


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--checkpoints", type=Path, default=Path("../reader_checkpoints"))
    parser.add_argument("--tokens", type=int, default=TOKENS, help="end after so many instead of the whole plan")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--published", action="store_true", help="go on from the published reader")
    given = parser.parse_args()
    check_files(given.data)
    torch.set_num_threads(given.threads)
    torch.manual_seed(SEED)
    learned, _ = split(read_published(given.data, given.checkpoints / "read"))
    sources: dict[str, Source] = {name: StoredSource(name, groups) for name, groups in learned.items() if groups}
    sources |= drawn_sources(learned, "train")
    encoder = Encoder(read_tokenizer())
    model, begun = published_reader() if given.published else (new_reader(), Progress())
    say = partial(print, flush=True)
    train(model, Mix(sources), encoder, given.checkpoints / CHECKPOINT, say, tokens=given.tokens, begun=begun)


if __name__ == "__main__":
    main()
