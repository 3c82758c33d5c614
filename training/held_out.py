"""Which windows are measured on and never learned from."""

from __future__ import annotations

import hashlib

from training.examples import Group

SHARE = 20


def held_out(group: Group) -> bool:
    """One window in twenty, by its hash, so that a window is wholly in or out."""
    return hash_number(group[0].window) % SHARE == 0


def hash_number(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()[:8], "big")
