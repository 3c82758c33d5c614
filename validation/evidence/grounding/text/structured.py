"""Key and value pairs of JSON, or of the Python literals that pipelines print instead, found inside a passage.

Cut-off and slightly broken objects still give their pairs.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from validation.evidence.text.json_paths import json_values, object_end

Value = str | bool | None


@dataclass(frozen=True, slots=True)
class Pair:
    """`keys` are the keys from the outside in, camelCase and snake_case taken apart into words."""

    keys: tuple[str, ...]
    value: Value

    @property
    def path(self) -> str:
        return " ".join(self.keys)


@dataclass(frozen=True, slots=True)
class Record:
    """One object in `text[start:end]`."""

    start: int
    end: int
    pairs: tuple[Pair, ...]


_OPENS = re.compile(r"\{\s{0,50}[\"']\w")
_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|.)", re.DOTALL)
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_WORDS = {"true": True, "false": False, "null": None, "none": None}
_FEWEST_PAIRS = 2


def records(text: str) -> tuple[Record, ...]:
    """The objects of a passage in order; braces in prose are none. Linear in the length."""
    found = []
    at = 0
    while opening := _OPENS.search(text, at):
        start, end = opening.start(), object_end(text, opening.start())
        at = len(text) if end is None else end
        pairs = [
            Pair(
                tuple(map(key_words, one.path)), _value(text[one.start : one.end], quoted=text[one.start - 1] in "\"'")
            )
            for one in json_values(text, start, at)
        ]
        if end is None:
            del pairs[-1:]  # what is cut off may be any value
        if len(pairs) >= _FEWEST_PAIRS:
            found.append(Record(start, at, tuple(pairs)))
    return tuple(found)


def key_words(key: str) -> str:
    """`RestaurantsTakeOut` and `take_out` as words."""
    return _CAMEL.sub(" ", key).replace("_", " ").replace("-", " ")


def _value(said: str, *, quoted: bool) -> Value:
    if not quoted:
        return _WORDS.get(said.lower(), said)
    return _ESCAPE.sub(_unescaped, said) if "\\" in said else said


def _unescaped(match: re.Match[str]) -> str:
    escape = match[1]
    if escape[0] == "u" and len(escape) > 1:
        return chr(int(escape[1:], 16))
    return {"n": "\n", "t": " ", "r": " "}.get(escape, escape)
