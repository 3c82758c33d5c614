"""Word lists of the rules. They are in `words.toml`, so adding a word changes no code."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

TABLES: dict[str, Any] = tomllib.loads(Path(__file__).with_name("words.toml").read_text(encoding="utf-8"))


def words_of(words: str) -> frozenset[str]:
    return frozenset(words.split())


def phrases(table: str) -> list[str]:
    """Longest first, so that the longest phrase matches."""
    found = {phrase.strip() for line in table.splitlines() for phrase in line.split("|") if phrase.strip()}
    return sorted(found, key=lambda phrase: (-len(phrase), phrase))


def _forms(word: str) -> Iterator[str]:
    """The word with its comparative and superlative."""
    yield word
    stem = word[:-1] + "i" if word.endswith("y") else word.removesuffix("e")
    doubled = word + word[-1] if len(word) < 5 and word[-1] in "gdtmn" and word[-2] in "aeiou" else stem
    yield from (base + ending for base in {stem, doubled} for ending in ("er", "est"))


_CLASSES = {name: words_of(words) for name, words in TABLES["classes"].items()}
REFERENCES = _CLASSES["references"]
ORDINALS = _CLASSES["ordinals"]
RANKING = _CLASSES["ranking"]
ATTRIBUTES = _CLASSES["attributes"]
VERBS = _CLASSES["verbs"]
NEEDS_OBJECT = _CLASSES["needs_object"]
FUNCTION = _CLASSES["function"]
MONEY = _CLASSES["money"]
DETERMINERS = _CLASSES["determiners"]
QUESTION_WORDS = _CLASSES["question_words"]
WORK = _CLASSES["work"]
WORK_ON_CODE = _CLASSES["work_on_code"]
ASKING = _CLASSES["asking"]
REPORTING = _CLASSES["reporting"]
EMBEDDING = _CLASSES["embedding"]
EXTENSIONS = _CLASSES["extensions"]
PRODUCTS = _CLASSES["products"]
COMPLAINING = _CLASSES["complaining"]
AFTER_ONE = _CLASSES["after_one"]
EXPLETIVE = _CLASSES["expletive"]
MEASURED = _CLASSES["measured"]
MODIFIERS = _CLASSES["more"] | {form for word in _CLASSES["plain"] for form in _forms(word)}
SAYINGS = frozenset(phrases(TABLES["sayings"]))
READINGS: dict[str, list[str]] = TABLES["readings"]
