"""Numbers in digits and words, with every value that their spelling allows."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from validation.evidence.quantities.number_words import number_words


@dataclass(frozen=True, slots=True)
class Number:
    start: int
    end: int
    candidates: tuple[float, ...]
    decimals: int
    in_words: bool = False


_GROUPED = r"\d{1,3}(?:[.,'’\u00a0\u202f\u2009]\d{3}){1,6}(?:[.,]\d{1,2})?(?!\d)"
_PLAIN = r"\d{1,15}(?:[.,]\d{1,6})?"
_DIGITS = re.compile(
    rf"(?:(?<![\w.,])(?<!\d[-/])[#+-]?|(?<=[$€£¥₹₩])|(?<=\d[-/])|(?<=\b(?:EUR|USD|GBP|CHF)))(?:{_GROUPED}|{_PLAIN})"
)
_FRACTIONS = {"½": 0.5, "¼": 0.25, "¾": 0.75, "⅓": 1 / 3, "⅔": 2 / 3}


def find_numbers(text: str) -> list[Number]:
    found = [_with_fraction(text, _digits(match)) for match in _DIGITS.finditer(text)]
    found += [Number(start, end, (value,), 0, True) for start, end, value in number_words(text)]
    return sorted(found, key=lambda number: number.start)


def _with_fraction(text: str, number: Number) -> Number:
    """`7½`, whole numbers only."""
    part = _FRACTIONS.get(text[number.end : number.end + 1])
    if part is None or number.decimals:
        return number
    return replace(
        number, end=number.end + 1, candidates=tuple(value + part for value in number.candidates), decimals=1
    )


def _digits(match: re.Match[str]) -> Number:
    said = match[0].lstrip("#+-")
    candidates, decimals = read_number(said)
    return Number(match.end() - len(said), match.end(), candidates, decimals)


def read_number(said: str) -> tuple[tuple[float, ...], int]:
    """Every value the digits may stand for, and the decimals of the first: `1.299` is 1299 or 1.299."""
    if said.isdecimal():
        return (float(said),), 0
    bare = re.sub(r"['’\u00a0\u202f\u2009]", "", said)
    marks = [char for char in bare if char in ".,"]
    if not marks:
        return (float(bare),), 0
    whole, _, part = bare.rpartition(marks[-1])
    whole = whole.replace(".", "").replace(",", "")
    decimal = float(f"{whole}.{part}")
    if len(marks) > 1 and marks[-1] == marks[-2]:
        return (float(whole + part),), 0
    if len(part) == 3 and len(marks) == 1 and len(whole) <= 3 and whole != "0":
        return (float(whole + part), decimal), 0
    return (decimal,), len(part)
