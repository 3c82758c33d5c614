"""Which sources are never trained on. The source decides, so that six responses to one article stay together, and
its hash, so that nobody chooses."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

SHARE = 6
"""One source in so many is held back."""


def source_number(passages: Sequence[str]) -> int:
    """A number that depends on the evidence alone."""
    digest = hashlib.sha256("\0".join(passages).encode("utf-8", "surrogatepass")).digest()
    return int.from_bytes(digest[:8], "big")


def is_held_back(passages: Sequence[str]) -> bool:
    return source_number(passages) % SHARE == 0
