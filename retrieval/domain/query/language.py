"""Which language a text is in, where there is enough of it to tell (py3langid, a naive Bayes model over bytes)."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Protocol

from py3langid.langid import MODEL_FILE, LanguageIdentifier

SURE = 0.8
"""Probability from which a detected language is believed."""

_READ = 400
_LETTERS_NEEDED = 20
_LATIN_WORDS_NEEDED = 4
_WORD = re.compile(r"[^\W\d_]{1,60}")
_COMMON = """the of and to in is was are were what who when where why how which does did do for with by on that it
    be can has have from this as at an or"""
_ENGLISH = frozenset(_COMMON.split())

_KNOWN = """ar bg bn ca cs da de el en es et fa fi fr he hi hr hu id it ja ko lt lv nl no pl pt ro ru sk sl sr sv th
    tr uk ur vi zh"""
LANGUAGES = tuple(_KNOWN.split())
"""What is told apart; a rarer language is taken for its nearest relative, and is not English either."""


class _Identifier(Protocol):
    def classify(self, text: str) -> tuple[str, float]: ...


def language(text: str) -> str | None:
    """A code such as `en`, or None when the text is too short or too mixed to tell."""
    read = text[:_READ]
    words = _WORD.findall(read)
    if sum(map(len, words)) < _LETTERS_NEEDED or (read.isascii() and len(words) < _LATIN_WORDS_NEEDED):
        return None
    if sum(word.lower() in _ENGLISH for word in words) >= max(2, len(words) // 6):
        return "en"
    found, probability = _identifier().classify(read)
    return found if probability >= SURE else None


@lru_cache(maxsize=1)
def _identifier() -> _Identifier:
    """Loads in half a second, once."""
    identifier: _Identifier = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
    identifier.set_languages(LANGUAGES)  # type: ignore[attr-defined]
    return identifier
