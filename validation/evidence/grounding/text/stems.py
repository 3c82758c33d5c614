"""A light English stemmer and the words that carry no meaning of their own. It needs no dictionary and only has to
give the same stem on both sides."""

from __future__ import annotations

from functools import lru_cache


def words_of(listed: str) -> frozenset[str]:
    """A word list as it reads best in code."""
    return frozenset(listed.split())


FUNCTION_WORDS = words_of(
    """
    a an the and or but if then than that this these those is are was were be been being am do does did doing
    have has had having of in on at by for with about against between into through during before after above
    below to from up down out off over under again further once here there when where why how all any both each
    few more most other some such own same so too very s t can will just don should now it its it's he she they
    them his her their our we you your i me my as which who whom what while also would could may might must not
    no nor only
    """
)
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
