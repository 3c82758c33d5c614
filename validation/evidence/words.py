"""The word lists of the rules, which stand in `words.toml`: adding a word changes no code; and pieces of patterns."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from pathlib import Path

_TABLES = tomllib.loads(Path(__file__).with_name("words.toml").read_text(encoding="utf-8"))


def words_of(name: str) -> frozenset[str]:
    """Of a list by table and key: `quotes.light`."""
    return frozenset(_listed(name).split())


def lines_of(name: str) -> tuple[str, ...]:
    """Where each line is a group of words."""
    return tuple(_listed(name).strip().splitlines())


def groups_of(name: str) -> dict[str, str]:
    """Of lines such as `EUR: €, eur, euro`: to what each word belongs."""
    lines = (line.partition(": ") for line in lines_of(name))
    return {word: group for group, _, words in lines for word in words.split(", ")}


def _listed(name: str) -> str:
    table, _, key = name.partition(".")
    found: str = _TABLES[table][key]
    return found


def alternatives(words: Iterable[str]) -> str:
    """A pattern that takes the longest of these words."""
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


def blank(match: re.Match[str]) -> str:
    """To be put in the place of what is no content: as many spaces, so that every offset is kept."""
    return " " * len(match[0])
