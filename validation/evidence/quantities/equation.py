"""Sums that a text writes out, `2 x 18.50 + 24.00 + 6.00 = 67.00 EUR`, and exchange rates that it names with their two
currencies, `EUR/CHF 0.9420`, `1 EUR = 0.9420 CHF`."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence

from validation.evidence.quantities.quantity import Kind, Quantity
from validation.evidence.quantities.units import CURRENCIES

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
    return sum(sign * math.prod(term) for sign, term in zip(signs, terms, strict=True))


def _value(figure: Quantity) -> float:
    return figure.candidates[0] if figure.candidates else 0.0


Rates = Mapping[tuple[str, str], float]
"""How many of the second currency one of the first is."""
_CODE = "|".join(sorted(set(CURRENCIES.values())))
_RATE = re.compile(
    rf"\b(?:(?P<of>{_CODE})[ ]?(?:/|-|->|→|to|in)[ ]?(?P<into>{_CODE})\b[^\n]{{0,60}}?"
    r"(?<![\d.])(?P<rate>\d{1,4}\.\d{2,6})(?![\d.])"
    rf"|(?<![\d.])1[ ](?P<one>{_CODE})[ ]?(?:=|is)[ ]?(?P<many>\d{{1,4}}\.\d{{1,6}})[ ](?P<other>{_CODE})\b)"
)
_CENT = 0.0051
_ROUNDED = 0.0051


def find_rates(text: str) -> Rates:
    found: dict[tuple[str, str], float] = {}
    for match in _RATE.finditer(text):
        of, into, rate = match["of"] or match["one"], match["into"] or match["other"], match["rate"] or match["many"]
        if of != into and float(rate):
            found.setdefault((of, into), float(rate))
            found.setdefault((into, of), 1 / float(rate))
    return found


def is_exchanged(figure: Quantity, amounts: Iterable[Quantity], rates: Rates) -> bool | None:
    """Whether `figure` is one of `amounts` at a rate; None where there is no amount in another currency or no rate."""
    others = [one for one in amounts if one.kind is Kind.MONEY and one.unit != figure.unit and one.candidates]
    if not rates or not others or figure.kind is not Kind.MONEY:
        return None
    said = figure.candidates[0]
    slack = max(figure.tolerance, _ROUNDED * said if said % 10 == 0 else _CENT)
    results = (one.candidates[0] * rates.get((one.unit, figure.unit), 0.0) for one in others)
    return any(abs(result - said) <= slack for result in results)
