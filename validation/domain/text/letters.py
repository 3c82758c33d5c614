"""Case folding and blanking that preserve offsets, and words of any script.

Case-insensitive patterns match four non-ASCII letters with ASCII letters, but `str.lower` keeps two of them and turns a
third into two characters, so a word found by a pattern could be missing in a table. Parsers that look words up in
tables therefore search folded text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from unicodedata import category, normalize

_NOT_A_LINE_END = re.compile(r"[^\n]")
_TOO_MANY = "M" * 51
_SIGNS = re.compile(rf"[^\w\s\x00-\u02ff]{{{len(_TOO_MANY)},}}")
"""Marks are among these signs."""
_FOLDED = str.maketrans({"\u0130": "I", "\u0131": "i", "\u017f": "s", "\u212a": "K"})
"""All letters that match an ASCII letter with `re.IGNORECASE`; a test compares this with all of Unicode."""


def fold_letters(text: str) -> str:
    """`text` with these letters replaced by the ASCII letters they match; same length."""
    return text if text.isascii() else text.translate(_FOLDED)


def blank_spans(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """`text` with all spans replaced by blanks; lines and offsets are unchanged."""
    parts = []
    at = 0
    for start, end in sorted(spans):
        parts += [text[at:start], _NOT_A_LINE_END.sub(" ", text[max(start, at) : end])]
        at = max(end, at)
    return "".join([*parts, text[at:]])


def compose_accents(text: str) -> str:
    """`text` in Unicode NFC, but unchanged if more than 50 marks follow each other: ordering them takes quadratic time,
    and no script has as many."""
    runs = ("".join(category(sign)[0] for sign in run[0]) for run in _SIGNS.finditer(text))
    return text if any(_TOO_MANY in run for run in runs) else normalize("NFC", text)


def split_words(text: str) -> list[str]:
    """The words in Unicode NFC: letters and digits with their marks, which Python's `\\w` leaves out."""
    plain = compose_accents(text)
    words = "".join(sign if sign.isalnum() or category(sign)[0] == "M" else " " for sign in plain).split()
    return [word for word in words if word[0].isalnum()]
