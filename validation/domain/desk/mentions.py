"""Mentions in comments: `@mara`."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

_CALLED = re.compile(r"(?<![\w.@+-])@([\w.@+-]{1,150})")
_ENDS = ".@+-"
"""Characters of names that can also end a sentence."""


def split_mentions(text: str, names: Collection[str]) -> Iterator[tuple[str, str]]:
    """Splits the text into (piece, name), where name is empty for text that mentions nobody. The joined pieces are the
    text. `names` are the existing ones; case is ignored."""
    known = {name.casefold(): name for name in names}
    at = 0
    for found in _CALLED.finditer(text):
        called = found[1]
        while called and called.casefold() not in known:
            called = called[:-1] if called[-1] in _ENDS else ""
        if called:
            end = found.start(1) + len(called)
            yield text[at : found.start()], ""
            yield text[found.start() : end], known[called.casefold()]
            at = end
    yield text[at:], ""


def find_mentions(text: str, names: Collection[str]) -> list[str]:
    """Mentioned names in order, without duplicates."""
    return list(dict.fromkeys(name for _, name in split_mentions(text, names) if name))
