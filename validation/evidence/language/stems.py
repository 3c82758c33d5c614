"""A light English stemmer, how rare its stems are, and whether a text is in English at all. It needs no dictionary and
only has to give the same stem on both sides."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise

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


FIGURE_WEIGHT = 7.0
"""Weight of a figure: as telling as a rare word."""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """`idf` maps stems to their inverse document frequency over evidence sentences, natural logarithm.
    `hallucination_log_odds` maps stems to the log odds, against the average, that a claim that brings the stem in anew
    invented it. Unknown stems are as rare as can be and of average risk. `keys` are the words of the record keys seen
    in training."""

    idf: dict[str, float] = field(default_factory=dict)
    hallucination_log_odds: dict[str, float] = field(default_factory=dict)
    keys: frozenset[str] = frozenset()
    rarest: float = 10.0

    def weight(self, stem: str) -> float:
        return self.idf.get(stem, self.rarest)


_FEWEST_WORDS = 12
_ENGLISH = 0.12
"""Share of function words that any English prose has."""
_OTHERS = 0.12
_UNKNOWN = 0.65
_OTHER_FUNCTION_WORDS = words_of("language.other_function") - FUNCTION_WORDS


_GERMAN = words_of("language.german")
_FEWEST_GERMAN = 2


def is_german(words: Iterable[str]) -> bool:
    """Whether a sentence is in German, where every noun has a capital."""
    return sum(word.lower() in _GERMAN for word in words) >= _FEWEST_GERMAN


def is_foreign(words: list[str], known: Mapping[str, float]) -> bool:
    """`words` in lower case; `known` has the stems of English prose. Too few words tell nothing, and `per day` is as
    English as its `day`."""
    if len(words) < _FEWEST_WORDS or _share(words, FUNCTION_WORDS) >= _ENGLISH:
        return False
    unknown = sum(stem(word) not in known for word in words) / len(words)
    rates = sum(word == "per" and stem(after) in known for word, after in pairwise(words)) / len(words)
    return _share(words, _OTHER_FUNCTION_WORDS) - rates >= _OTHERS or unknown >= _UNKNOWN


def _share(words: list[str], among: frozenset[str]) -> float:
    return sum(word in among for word in words) / len(words)
