"""Sums that a text writes out, `2 x 18.50 + 24.00 + 6.00 = 67.00 EUR`, and exchange rates that it names with their two
currencies, `EUR/CHF 0.9420`, `1 EUR = 0.9420 CHF`."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence

from validation.evidence.quantities.equality import comparable
from validation.evidence.quantities.quantity import Kind, Quantity
from validation.evidence.quantities.units import CURRENCIES, UNITS

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
OPEN = math.nan
"""A sum is written out, but how often a measure counts in it is open."""
_SMALL = frozenset(
    UNITS[unit] for unit in ("mcg", "mg", "g", "mm", "cm", "ml", "cl", "kb", "mb", "wh", "ms", "second", "minute")
)
"""A price is seldom of one of these: without its unit `90 minutes × 40 EUR` may be of hours."""
_DIGITS = re.compile(r"\d+(?:[.,]\d+)*")
_CLOSE = 1e-6
_KINDS = (Kind.MONEY, Kind.NUMBER, Kind.MEASURE)


def written_result(text: str, figures: Sequence[Quantity], result: Quantity) -> float | None:
    """What the sum that `result` closes comes to, in its base unit, or OPEN; None where no sum is written out.
    `figures` lie in `text`, in order."""
    before = [one for one in figures if one.start < result.start][-_MOST:]
    if len(before) < _FEWEST or not _EQUALS.fullmatch(text, before[-1].end, result.start):
        return None
    terms: list[list[Quantity]] = [[before[-1]]]
    signs: list[int] = []
    used = 1
    for place in range(len(before) - 2, -1, -1):
        left, right = before[place : place + 2]
        gap = _OPERATORS.fullmatch(text, left.end, right.start)
        if gap is None or left.kind not in _KINDS:
            break
        is_next = used >= _FEWEST and place and (gap["plus"] or "").lower() in ("and", "und")
        if is_next and "=" in text[before[-1].end : result.start] and "=" in text[before[place - 1].end : left.start]:
            break  # `2 × 8 EUR = 16 EUR and 3 × 5 EUR = 15 EUR`
        used += 1
        if gap["times"]:
            terms[-1].append(left)
        elif gap["by"]:
            return None
        else:
            signs.append(-1 if gap["minus"] else 1)
            terms.append([left])
    if used < _FEWEST:
        return None
    cut = before[-used - 1] if used < len(before) else None
    if cut and text[cut.end : before[-used].start].isspace():  # `2 h 30 min × 40 EUR`
        return OPEN if cut.kind is Kind.MEASURE else None
    signs.append(1)

    products = [_amount_and_counts(term, result) for term in terms]
    measures = [one for _, counts in products for one in counts if one.kind is Kind.MEASURE]
    if any((one.unit, one.factor) in _SMALL or _is_composed(one) for one in measures):
        return OPEN

    def total(base: str = "", factor: float = 1.0) -> float:
        """Measures of `base` count in a unit of this size, others in the one that they name."""
        counted = (
            amount * math.prod(_value(one) / factor if base and one.unit == base else _count(one) for one in counts)
            for amount, counts in products
        )
        return sum(sign * value for sign, value in zip(signs, counted, strict=True))

    written = total()
    units = {unit for unit in UNITS.values() for one in measures if one.unit == unit[0] != result.unit}
    is_in_another = not _is_close(written, result) and any(_is_close(total(*unit), result) for unit in units)
    return OPEN if is_in_another else written


def _amount_and_counts(term: Sequence[Quantity], result: Quantity) -> tuple[float, list[Quantity]]:
    """An amount and how often it counts: `3 hours × 35 EUR` is three times 35 EUR, `5 days × 7 hours` five times 7."""
    alike = [one for one in term if comparable(one, result)]
    amount = min(alike, key=lambda one: one.factor, default=None)
    return result.factor if amount is None else _value(amount), [one for one in term if one is not amount]


def _count(figure: Quantity) -> float:
    return figure.written if figure.kind is Kind.MEASURE else _value(figure)


def _is_close(value: float, result: Quantity) -> bool:
    return math.isclose(value, _value(result), rel_tol=_CLOSE)


def _is_composed(measure: Quantity) -> bool:
    """`2 h 30 min`, `two and a half hours`: of no one unit."""
    return measure.factor == 1.0 and len(_DIGITS.findall(measure.text)) != 1


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
