"""The word lists of the rules. They stand in `words.toml`: adding a word changes no code."""

from __future__ import annotations

import tomllib
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
