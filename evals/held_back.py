"""Selects the sources that are never used for training: by source, so that all responses to one article stay together,
and by its hash, so that the choice is arbitrary."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

from evals.datasets_io import GroundingItem, grounding_items

SHARE = 6
"""One in this many sources is held back."""
RAGTRUTH = ("ragtruth_train_qa", "ragtruth_train_summary", "ragtruth_train_data2txt")
"""Training data of the grounding model and the tagger."""


def source_number(texts: Sequence[str]) -> int:
    """A hash of the texts, as a number."""
    digest = hashlib.sha256("\0".join(texts).encode("utf-8", "surrogatepass")).digest()
    return int.from_bytes(digest[:8], "big")


def is_held_back(passages: Sequence[str]) -> bool:
    return source_number(passages) % SHARE == 0


def ragtruth_items(folder: Path, *, held_back: bool) -> list[GroundingItem]:
    """The items of RAGTRUTH that are held back, or all others."""
    items = (item for name in RAGTRUTH for item in grounding_items(folder / f"{name}.jsonl.gz"))
    return [item for item in items if is_held_back(item.passages) == held_back]
