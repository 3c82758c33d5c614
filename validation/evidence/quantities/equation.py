"""Sums that a text writes out: `2 x 18.50 + 24.00 + 6.00 = 67.00 EUR`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from validation.evidence.quantities.quantity import Kind, Quantity

_WORDS = r"[^\W\d]*(?:[ \t][^\W\d]+){0,3}"
_OPERATORS = re.compile(
    rf"[ \t]*(?:(?P<times>[x×*·]|times|mal)|(?:{_WORDS})[ \t]*[()]?[ \t]*(?:(?P<plus>\+|\bplus\b|\band\b|\bund\b)|"
    rf"(?P<minus>[-–−]|\bminus\b|\bless\b))|(?P<by>[/÷]|\bdivided by\b))[ \t]*[(]?(?:{_WORDS})[ \t]*[)(]?[ \t]*",
    re.IGNORECASE,
)
_EQUALS = re.compile(
    rf"[ \t)]*(?:{_WORDS})[ \t]*(?:=|≈|\bequals?|\bmakes?|\bis|\bare|\bcomes? to|\btotals?|\bmacht|\bergibt)"
    r"(?:[ \t](?:about|around|exactly|a total of|together|zusammen))?[ \t]*",
    re.IGNORECASE,
)
_FEWEST, _MOST = 2, 12
_KINDS = (Kind.MONEY, Kind.NUMBER, Kind.MEASURE)


def written_result(text: str, figures: Sequence[Quantity], result: Quantity) -> float | None:
    """What the sum that `result` closes comes to, in its unit; None where no sum is written out. `figures` lie in
    `text`, in order."""
    before = [one for one in figures if one.start < result.start][-_MOST:]
    if len(before) < _FEWEST or not _EQUALS.fullmatch(text, before[-1].end, result.start):
        return None
    terms: list[list[float]] = [[_value(before[-1])]]
    signs: list[int] = []
    used = 1
    for left, right in zip(reversed(before[:-1]), reversed(before[1:]), strict=True):
        gap = _OPERATORS.fullmatch(text, left.end, right.start)
        if gap is None or left.kind not in _KINDS:
            break
        used += 1
        if gap["times"]:
            terms[-1].append(_value(left))
        elif gap["by"]:
            return None
        else:
            signs.append(-1 if gap["minus"] else 1)
            terms.append([_value(left)])
    if used < _FEWEST:
        return None
    signs.append(1)
    return sum(sign * _product(term) for sign, term in zip(signs, terms, strict=True))


def _value(figure: Quantity) -> float:
    return figure.candidates[0] if figure.candidates else 0.0


def _product(factors: Sequence[float]) -> float:
    result = 1.0
    for factor in factors:
        result *= factor
    return result
