"""Detects resolved queries that do not mention what phase 1 says the reference was resolved to.

Only names are compared: "Fujifilm X-M5", "Porto", "iPhone 15". Nothing is reported in unclear cases: descriptions ("the
tents of turn 3"), another script, initials.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from validation.query_analysis.gate.words import FUNCTION, words_of

_TOKEN = re.compile(r"[^\W_]+(?:[-.'][^\W_]+)*")
_LONGEST = 2_000
_PREFIX = 4
"""Length of the common prefix of two forms of a name: Fuji, Fujifilm, Fujifilm's."""
_DESCRIBING = words_of("""
    turn previous prior earlier last first user query question context conversation message section item option
    product result topic memory history the that this see from in about of and
""")


_LONGEST_NAME = 4
_KINDS = _DESCRIBING | words_of("""
    dish food meal drink place city town village country region person man woman player actor author singer team band
    company brand device phone laptop computer camera machine tool book novel film movie series show song album game
    car bike train hotel restaurant shop tent shoe product model animal plant thing name current same user's their his
    her my your mentioned discussed shown listed given above options items results products
""")
"""Words for kinds of things, which `resolved_to` may use where the query has the name."""


@dataclass(frozen=True, slots=True)
class _Word:
    """`folded` has no case, accents or punctuation: `xm5` for X-M5."""

    text: str
    folded: str
    place: int

    @property
    def has_digit(self) -> bool:
        return any(sign.isdecimal() for sign in self.folded)

    @property
    def is_code(self) -> bool:
        """Whether it is a model name: begins with a letter and has a digit."""
        return self.has_digit and self.folded[0].isalpha()

    @property
    def is_capital(self) -> bool:
        return any(sign.isupper() for sign in self.text)


def names_something_else(resolved_query: str, resolved_to: str) -> bool:
    """True if `resolved_to` is a name, and the query contains another name instead, or nothing similar."""
    query, target = _words(resolved_query), _words(resolved_to)
    if _has_another_model(query, target) or _has_another_name(query, target):
        return True
    names = _names(target)
    if not names or not _same_script(query, names) or _is_abbreviated(query, target):
        return False
    if any(_is_in(name, query) for name in names):
        return False
    common = [word for word in target if len(word.folded) > 2 and word.folded not in _DESCRIBING]
    return _names_a_rival(query) or not any(_is_in(word, query) for word in common)


def replaced_by_another(raw_query: str, resolved_query: str, resolved_to: str) -> bool:
    """True if two or more words replaced the reference, and none is in `resolved_to`, which has two or more itself:
    "pad thai" for "green curry". A single word may be the kind of thing: "laptop"."""
    target = [word for word in _words(resolved_to) if len(word.folded) > 2]
    if (
        len(target) < 2
        or len(target) > _LONGEST_NAME
        or any(word.folded in _KINDS or word.is_capital for word in target)
    ):
        return False
    raw = {word.folded for word in _words(raw_query)}
    query = _words(resolved_query)
    new = [word for word in query if word.folded not in raw and word.folded not in FUNCTION and len(word.folded) > 2]
    return len(new) > 1 and _same_script(query, target) and not any(_is_in(word, query) for word in target)


def _words(text: str) -> list[_Word]:
    found = enumerate(_TOKEN.findall(text[:_LONGEST].replace("’", "'")))
    return [_Word(token, folded, place) for place, token in found if (folded := _fold(token))]


def _fold(token: str) -> str:
    plain = unicodedata.normalize("NFKD", token.casefold().removesuffix("'s"))
    letters = "".join(sign for sign in plain if sign.isalnum())
    return letters.replace("ue", "u").replace("oe", "o").replace("ae", "a")


def _names(words: Sequence[_Word]) -> list[_Word]:
    """A capital at the start of a longer text is ignored, unless the next word is a name too."""
    later = [word for word in words if word.is_code or (word.is_capital and (word.place > 0 or len(words) == 1))]
    first = words[:1] if words and words[0].is_capital and any(word.place == 1 for word in later) else []
    return [word for word in (*first, *later) if word.folded not in _DESCRIBING]


def _same_script(query: Sequence[_Word], names: Sequence[_Word]) -> bool:
    return _is_latin(query) == _is_latin(names)


def _is_latin(words: Sequence[_Word]) -> bool:
    return all(sign.isascii() for word in words for sign in word.folded)


def _is_abbreviated(query: Sequence[_Word], target: Sequence[_Word]) -> bool:
    return _holds_initials(query, target) or _holds_initials(target, query)


def _holds_initials(short: Sequence[_Word], long: Sequence[_Word]) -> bool:
    initials = "".join(word.folded[0] for word in long)
    return any(len(word.folded) > 2 and word.text.isupper() and word.folded in initials for word in short)


def _is_in(name: _Word, words: Sequence[_Word]) -> bool:
    if name.has_digit:
        return name.folded in "".join(word.folded for word in words)
    return any(word.folded[:_PREFIX] == name.folded[:_PREFIX] for word in words)


def _has_another_model(query: Sequence[_Word], target: Sequence[_Word]) -> bool:
    """Query "Fujifilm X-T5" for "X-M5": the same word before another model, and the right one missing."""
    models = (
        (word, model)
        for word, model in pairwise(target)
        if model.has_digit and not word.has_digit and word.folded not in _DESCRIBING and not _is_in(model, query)
    )
    rivals = {before.folded for before, other in pairwise(query) if other.has_digit}
    return any(word.folded in rivals for word, _ in models)


def _has_another_name(query: Sequence[_Word], target: Sequence[_Word]) -> bool:
    """Query "Hotel Astoria" for "Hotel Bristol": the same word before another name, and the right one missing."""
    names = [
        (word.folded, name)
        for word, name in pairwise(target)
        if _is_name(name) and word.folded not in _DESCRIBING and not _is_in(name, query)
    ]
    named = {word.folded for word in target}
    rivals = {before.folded for before, other in pairwise(query) if _is_name(other) and other.folded not in named}
    return any(word in rivals and not _is_initial(name) for word, name in names)


def _is_name(word: _Word) -> bool:
    return word.is_capital and not word.has_digit and word.folded not in _DESCRIBING


def _is_initial(word: _Word) -> bool:
    return len(word.folded) == 1


def _names_a_rival(query: Sequence[_Word]) -> bool:
    return any(word.is_code or (word.is_capital and word.place > 0) for word in query)
