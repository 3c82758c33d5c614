"""Words as evidence is searched by: lower case, light stems, no function words; and a text without its marks."""

from __future__ import annotations

import re
from collections.abc import Iterator

from validation.evidence.language.stems import FUNCTION_WORDS, stem
from validation.evidence.text.blocks import plain

_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_NOISE = re.compile(r"https?://[^\s<>)\]|]{1,2000}|(?<=\]\()[^()\n]{0,2000}(?=\))")


def content_words(text: str) -> tuple[str, ...]:
    """The stems of the words that carry meaning, in order; digits stay as written, urls are left out. A name in camel
    case is one word and its parts: `OutdoorSeating`, `WiFi`."""
    return tuple(stem(word) for word in _tokens(text) if word not in FUNCTION_WORDS)


def shorten(text: str, most: int) -> str:
    """In one line of at most so many characters."""
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most - 1] + "…"


def contains_words(text: str, words: str) -> bool:
    """Whether the words stand in the text as whole words; both in lower case."""
    return words in text and re.search(rf"\b{re.escape(words)}\b", text) is not None


def _tokens(text: str) -> Iterator[str]:
    if "http" in text or "](" in text:
        text = _NOISE.sub(" ", text)
    for word in _WORD.findall(text.replace("’", "'")):
        bare = word.partition("'")[0]
        yield bare.lower()
        if len(parts := _CAMEL.split(bare)) > 1:
            yield from map(str.lower, parts)


_LINK = re.compile(r"!?\[([^\[\]\n]{0,500})\]\([^()\n]{0,2000}\)")
_BARE = re.compile(r"<(https?://[^\s<>]{1,2000})>")
_ESCAPED = re.compile(r"\\([\\`*_{}\[\]()#+.!|>~-])")
_PRIVATE = 0xE000
"""Escaped marks are hidden among the private characters while the others go."""
_HIDDEN = re.compile("[\ue021-\ue07e]")
_STRUCK = re.compile(r"~~([^~\n]{1,500})~~")
_CELLS = re.compile(r"\s*(?<!\\)\|\s*")


def strip_markdown(text: str) -> str:
    """A link by its label, no emphasis, and the cells of a table row divided by a dot."""
    if text.startswith("|"):
        text = " · ".join(cell for cell in _CELLS.split(text) if cell)
    text = _BARE.sub(r"\1", _LINK.sub(r"\1", text))
    kept = _ESCAPED.sub(lambda match: chr(_PRIVATE + ord(match[1])), _STRUCK.sub(r"\1", text))
    return _HIDDEN.sub(lambda match: chr(ord(match[0]) - _PRIVATE), plain(kept))
