"""Whom a comment names: `@mara`."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

_CALLED = re.compile(r"(?<![\w.@+-])@([\w.@+-]{1,150})")
_ENDS = ".@+-"
"""Characters that names may hold and that may also end a sentence."""


def split_mentions(text: str, names: Collection[str]) -> Iterator[tuple[str, str]]:
    """The text in pieces, each with the name that it mentions, or with an empty one; the pieces make up the text.
    `names` are those that there are; capitals make no difference."""
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
    """Each once, in their order."""
    return list(dict.fromkeys(name for _, name in split_mentions(text, names) if name))
