"""A light English stemmer and the words that carry no meaning of their own. It needs no dictionary and only has to
give the same stem on both sides."""

from __future__ import annotations

from functools import lru_cache

from validation.evidence.words import words_of

FUNCTION_WORDS = words_of("english.function")
_ENDINGS = (
    ("ies", "y"), ("sses", "ss"), ("ing", ""), ("edly", ""), ("ed", ""), ("ly", ""), ("es", ""), ("s", ""),
)  # fmt: skip
_SHORTEST = 3
_KEEP_S = ("ss", "us", "is")
_KEEP_DOUBLED = "lsz"


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """`word` in lower case; `parties` and `party`, `planned` and `plan` share a stem."""
    word = word.removesuffix("'s")
    if len(word) <= _SHORTEST:
        return word
    word = _without_ending(word)
    if len(word) > _SHORTEST and word.endswith("e"):
        word = word[:-1]
    doubled = len(word) > _SHORTEST and word[-1] == word[-2] and word[-1] not in _KEEP_DOUBLED
    return word[:-1] if doubled else word


def _without_ending(word: str) -> str:
    for ending, instead in _ENDINGS:
        kept = len(word) - len(ending)
        if word.endswith(ending) and kept >= _SHORTEST and not (ending == "s" and word.endswith(_KEEP_S)):
            return word[:kept] + instead
    return word
