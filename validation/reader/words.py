"""Words of a text as the reader compares them: numbers by value, words without their endings."""

from __future__ import annotations

import re
from dataclasses import dataclass

_WORD = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_]+(?:['’][^\W\d_]+)*")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_ENDINGS = ("'s", "’s", "ings", "ing", "ied", "ies", "edly", "ed", "es", "ly", "s", "e", "y")
_SHORTEST_STEM = 3
NUMBER_VALUES = {
    "zero": "0", "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8",
    "nine": "9", "ten": "10", "eleven": "11", "twelve": "12", "thirteen": "13", "fourteen": "14", "fifteen": "15",
    "sixteen": "16", "seventeen": "17", "eighteen": "18", "nineteen": "19", "twenty": "20", "thirty": "30",
    "forty": "40", "fifty": "50", "sixty": "60", "seventy": "70", "eighty": "80", "ninety": "90", "hundred": "100",
    "thousand": "1000", "first": "1", "second": "2", "third": "3", "once": "1", "twice": "2", "dozen": "12",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Word:
    """`text[start:end]`; `surface` in lower case, `key` what equal words share."""

    start: int
    end: int
    surface: str
    key: str
    is_number: bool


def find_words(text: str) -> list[Word]:
    return [_build_word(match) for match in _WORD.finditer(text)]


def _build_word(match: re.Match[str]) -> Word:
    surface = match.group().lower()
    value = _number_value(surface)
    return Word(match.start(), match.end(), surface, value or _stem(surface), bool(value))


def _number_value(surface: str) -> str:
    """The digits without grouping and trailing zeros, or an empty string for a word that is no number."""
    if not surface[0].isdecimal():
        return NUMBER_VALUES.get(surface, "")
    plain = _THOUSANDS.sub("", surface).replace(",", ".")
    whole, point, fraction = plain.rpartition(".")
    if not point:
        return plain.lstrip("0") or "0"
    fraction = fraction.rstrip("0")
    whole = whole.lstrip("0") or "0"
    return f"{whole}.{fraction}" if fraction else whole


def _stem(surface: str) -> str:
    for ending in _ENDINGS:
        if surface.endswith(ending) and len(surface) - len(ending) >= _SHORTEST_STEM:
            return surface[: -len(ending)]
    return surface
