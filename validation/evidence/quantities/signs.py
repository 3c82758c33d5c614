"""Whether a figure is written as less than nothing: `-78 g`, `minus 5 °C`; and whether words beside it say so."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import islice

from validation.evidence.quantities.quantity import Kind, Quantity
from validation.evidence.words import any_of

_MINUS = re.compile(
    r"(?:^|(?<=[\s(\[|*_:~≈]))(?P<sign>[-−﹣－‒–](?:[$€£¥]|EUR[ ]?|USD[ ]?)?|(?i:minus|negative)[ ][$€£¥]?)$"
)
_RANGE_BEGINS = re.compile(r"(?<![\w.])[\d.,]+[ ]?[%$€£°]?\s*$")
_SLOPPY_ITEM = re.compile(r"(?m)^[ \t]{0,8}[-−–](?=\w)")
_LESS = any_of("signs.less")
_ENDS = re.compile(r"[.!?;](?=\s)|\n")
_BEFORE, _AROUND = 12, 60
_ADDED = re.compile(r"\d[^.!?;\n]*\bplus\b[^.!?;\n]*\d[^.!?;\n]*$", re.IGNORECASE)
"""A sum in words, `28 plus 2 carried over, minus 11 taken`, takes away and tells nothing negative."""


def minus_before(text: str, figure: Quantity) -> int | None:
    """Where the sign of a negative figure begins. A dash between two figures is none, nor one that begins lines."""
    if figure.kind in (Kind.DATE, Kind.TIME):
        return None
    begin = max(0, figure.start - _BEFORE)
    match = _MINUS.search(text[begin : figure.start])
    if match is None or (match.start() == 0 and begin):
        return None
    at = begin + match.start("sign")
    line = text[text.rfind("\n", 0, at) + 1 : at]
    if text[at].isalpha() and _ADDED.search(line[-2 * _AROUND :]):
        return None
    if not line.strip() and len(list(islice(_SLOPPY_ITEM.finditer(text), 2))) > 1:
        return None
    return None if _RANGE_BEGINS.search(line[-2 * _BEFORE :]) else at


def is_deduction(text: str, figure: Quantity) -> bool:
    """Whether a figure is negative or stands beside a word for what is taken away."""
    if minus_before(text, figure) is not None:
        return True
    before = _ENDS.split(text[max(0, figure.start - _AROUND) : figure.start])[-1]
    after = _ENDS.split(text[figure.end : figure.end + _AROUND])[0]
    return names_deduction((before, after))


def names_deduction(words: Iterable[str]) -> bool:
    """Whether a text or one of its headings names what is taken away: `discount`."""
    return any(_LESS.search(one) for one in words)
