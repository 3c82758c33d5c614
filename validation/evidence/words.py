"""The word lists of the rules, in `words.toml`, and what their patterns look for, in `patterns.toml`: adding a word
changes no code; and pieces of patterns."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

_HERE = Path(__file__)
_TABLES = tomllib.loads(_HERE.with_name("words.toml").read_text(encoding="utf-8"))
_PATTERNS = tomllib.loads(_HERE.with_name("patterns.toml").read_text(encoding="utf-8"))
CJK = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
"""Letters of scripts that set no space between a word and a figure or an address."""


def words_of(name: str) -> frozenset[str]:
    """Of a list by table and key: `quotes.light`."""
    return frozenset(_listed(name).split())


def lines_of(name: str) -> tuple[str, ...]:
    """Where each line is a group of words."""
    return tuple(_listed(name).strip().splitlines())


def lists_of(name: str) -> dict[str, str]:
    """Of lines such as `nut: almond walnut`: what stands behind each name."""
    return dict(line.split(": ", 1) for line in lines_of(name))


def groups_of(name: str) -> dict[str, str]:
    """Of lines such as `EUR: €, eur, euro`: to what each word belongs."""
    lines = (line.partition(": ") for line in lines_of(name))
    return {word: group for group, _, words in lines for word in words.split(", ")}


def any_of(name: str, front: str = r"\b", behind: str = r"\b") -> re.Pattern[str]:
    """A pattern of a list in `patterns.toml`, by table and key, in whatever case; `front` and `behind` are patterns."""
    return re.compile(f"{front}(?:{pattern_of(name)}){behind}", re.IGNORECASE)


def pattern_of(name: str) -> str:
    """The list itself."""
    return "".join(_listed(name, _PATTERNS).splitlines())


def _listed(name: str, tables: dict[str, Any] = _TABLES) -> str:
    table, _, key = name.partition(".")
    found: str = tables[table][key]
    return found


def alternatives(words: Iterable[str]) -> str:
    """A pattern that takes the longest of these words."""
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


def blank(match: re.Match[str]) -> str:
    """To be put in the place of what is no content: as many spaces, so that every offset is kept."""
    return " " * len(match[0])
