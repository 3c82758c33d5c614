"""Words as evidence is searched by: lower case, light stems, no function words."""

from __future__ import annotations

import re

from validation.evidence.grounding.text.stems import FUNCTION_WORDS, stem

_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?")
_NOISE = re.compile(r"https?://[^\s<>)\]|]{1,2000}|(?<=\]\()[^()\n]{0,2000}(?=\))")


def content_words(text: str) -> tuple[str, ...]:
    """The stems of the words that carry meaning, in order; digits stay as written, urls are left out."""
    return tuple(stem(word) for word in _tokens(text) if word not in FUNCTION_WORDS)


def says(text: str, words: str) -> bool:
    """Whether the words stand in the text as whole words; both in lower case."""
    return words in text and re.search(rf"\b{re.escape(words)}\b", text) is not None


def _tokens(text: str) -> list[str]:
    if "http" in text or "](" in text:
        text = _NOISE.sub(" ", text)
    return [word.partition("'")[0] for word in _WORD.findall(text.replace("’", "'").lower())]
