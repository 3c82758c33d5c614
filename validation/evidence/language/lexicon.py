"""Words that mean the same and words that mean the opposite, as results of tools and answers about them use them, and
every word as its concept: one key for words that mean the same, and a sign for those that deny it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from validation.evidence.language.stems import stem
from validation.evidence.words import groups_of, lines_of, words_of


def _sides() -> dict[str, tuple[str, int]]:
    """Every word of a pair of opposites: the name of its concept, and 1, or -1 on the denied side."""
    found: dict[str, tuple[str, int]] = {}
    for line in lines_of("lexicon.opposites"):
        left, _, right = line.partition("|")
        name = left.split()[0]
        for words, sign in ((left, 1), (right, -1)):
            found.update(dict.fromkeys(words.split(), (name, sign)))
    return found


SIDES = _sides()
SIDED = frozenset(name for name, _ in SIDES.values())
NAMES = {word: line.split()[0] for line in lines_of("lexicon.alike") for word in line.split()}
WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
CLASSES = {word: place for place, line in enumerate(lines_of("lexicon.alternatives")) for word in line.split()}
PHRASES = {tuple(said.split()): name for said, name in groups_of("lexicon.phrases").items()}
"""By their lower-case words."""
_SUFFIXES = tuple(lines_of("lexicon.suffixes")[0].split())
_LEAST_ROOT = 4
_UNDONE = re.compile(r"un(?!der|i[ft]|veil|earth|fold|leash)(?P<done>[a-z]{3,}(?:ed|able))$")
"""`unopened`, `unreadable`: what is no other word (`united`, `unveiled`)."""
_OF_ING = re.compile(r"[a-z]{3,}ings")
"""`Dwellings` and `dwelling`, of which the stemmer takes two endings."""
_OTHER_WORDS = frozenset(["bar", "hat"])
"""What is left of `barred` and `hates`: a bar is no ban, a hat no dislike."""
_SIDES_BY_STEM = {stem(word): side for word, side in reversed(SIDES.items()) if stem(word) not in _OTHER_WORDS}
_NAMES_BY_STEM = {stem(word): name for word, name in reversed(NAMES.items())}


@lru_cache(maxsize=65_536)
def concept(word: str) -> tuple[str, int]:
    """Key and sign of one lower-case word."""
    if word in SIDES:
        return SIDES[word]
    if word in NAMES:
        return _side(NAMES[word])
    if word in CLASSES:
        return word, 1
    if undone := _UNDONE.match(word):
        key, sign = concept(undone["done"])
        return key, -sign
    short = stem(word[:-1] if _OF_ING.fullmatch(word) else word)
    if short in _SIDES_BY_STEM:
        return _SIDES_BY_STEM[short]
    if short in _NAMES_BY_STEM:
        return _side(_NAMES_BY_STEM[short])
    found = root(short)
    return (short if found in _TIES and short not in _TIE_STEMS else found), 1


def concepts_of(words: Iterable[str]) -> frozenset[str]:
    return frozenset(concept(word)[0] for word in words)


@lru_cache(maxsize=65_536)
def root(short: str) -> str:
    """A stem without the endings that turn a verb into a noun or an adjective: `dimmable` and `dimmed` share one."""
    for suffix in _SUFFIXES:
        if short.endswith(suffix) and len(short) - len(suffix) >= _LEAST_ROOT - 1:
            short = short[: -len(suffix)]
            break
    if len(short) > 3 and short[-1] == short[-2] and short[-1] != "s":
        short = short[:-1]
    return short[:-1] if len(short) > _LEAST_ROOT and short[-1] in "ey" else short


def _side(name: str) -> tuple[str, int]:
    return SIDES.get(name, (name, 1))


_TIE_STEMS = frozenset(map(stem, words_of("facts.frame")))
_TIES = frozenset(map(root, _TIE_STEMS))
"""Of words that carry nothing: a tenant is no `ten`, a canal no `can`, though they share a root."""
BEING = concepts_of(("available", "exist", "part", "have", "offer", "provide", "possible", "allowed"))
"""To deny these of a thing denies the thing."""
FRAME = concepts_of(words_of("facts.frame"))
"""Concepts that carry nothing to check: what ties an answer together, addresses the user or names the findings."""
LABELS = FRAME | frozenset(NAMES.values()) | concepts_of(words_of("facts.labels"))
"""Concepts that name a property and no thing."""
