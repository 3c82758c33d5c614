"""What is found in a long text is remembered, for several rules ask about the same one."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import TypeVar

_LONG, _LONGEST = 5_000, 60_000
"""Characters: of a shorter text little is saved, of a longer one too much memory would be kept."""
Found = TypeVar("Found")


def remember_long(find: Callable[[str], Found]) -> Callable[[str], Found]:
    """`find` must depend on its text alone, and give what nobody changes."""
    remembered = lru_cache(maxsize=2)(find)

    @wraps(find)
    def found(text: str) -> Found:
        return remembered(text) if _LONG <= len(text) <= _LONGEST else find(text)

    return found
