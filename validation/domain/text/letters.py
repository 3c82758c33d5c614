"""Case folding and blanks that keep every offset.

Case-insensitive patterns take four letters outside ASCII for ASCII letters, while `str.lower` leaves two of them as
they are and makes two characters of a third: a word that a pattern finds would be missing in its table. Parsers that
look words up in tables therefore search folded text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

_NOT_A_LINE_END = re.compile(r"[^\n]")
_FOLDED = str.maketrans({"\u0130": "I", "\u0131": "i", "\u017f": "s", "\u212a": "K"})
"""All letters for which `re.IGNORECASE` matches an ASCII letter; a test compares it with the whole of Unicode."""


def fold_letters(text: str) -> str:
    """`text` with these letters as the ASCII letters they match; the length stays."""
    return text if text.isascii() else text.translate(_FOLDED)


def without(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """`text` with blanks in the place of all spans; lines and offsets stay."""
    parts = []
    at = 0
    for start, end in sorted(spans):
        parts += [text[at:start], _NOT_A_LINE_END.sub(" ", text[max(start, at) : end])]
        at = max(end, at)
    return "".join([*parts, text[at:]])
