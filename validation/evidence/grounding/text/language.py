"""Whether a text is in English. A table or a list of figures has no function words either, yet is English."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from validation.evidence.grounding.text.stems import FUNCTION_WORDS, stem
from validation.evidence.words import words_of

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
    """`words` in lower case; `known` has the stems of English prose. Too few words tell nothing."""
    if len(words) < _FEWEST_WORDS or _share(words, FUNCTION_WORDS) >= _ENGLISH:
        return False
    unknown = sum(stem(word) not in known for word in words) / len(words)
    return _share(words, _OTHER_FUNCTION_WORDS) >= _OTHERS or unknown >= _UNKNOWN


def _share(words: list[str], among: frozenset[str]) -> float:
    return sum(word in among for word in words) / len(words)
