"""Sums that a text writes out, `2 x 18.50 + 24.00 + 6.00 = 67.00 EUR`, and exchange rates that it names with their two
currencies, `EUR/CHF 0.9420`, `1 EUR = 0.9420 CHF`."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence

from validation.evidence.quantities.equality import comparable
from validation.evidence.quantities.quantity import Kind, Quantity
from validation.evidence.quantities.units import CURRENCIES, UNITS
from validation.evidence.words import alternatives

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
_UNIT = (
    r"(?:/|\b(?:per|an?|each|every|je|pro)\b)[ \t]?(?P<count>[1-9]\d{0,3}[ \t]?)?"
    rf"(?P<unit>{alternatives(UNITS)})(?!\w)"
)
_EACH = {"hourly": "hour", "daily": "day", "weekly": "week", "monthly": "month", "yearly": "year", "annual": "year"}
_ADVERB = rf"\b(?P<each>{alternatives(_EACH)})\b"
_RATED = re.compile(rf"[ \t]?(?:{_UNIT}|{_ADVERB})", re.IGNORECASE)
_LABELLED = re.compile(rf"(?:{_UNIT}|{_ADVERB}(?:[ \t][^\W\d]+)?)[ \t]*(?:[:|=]|\b(?:is|of)\b)[ \t]*\Z", re.IGNORECASE)
"""`Hourly rate: 40 EUR`, `Price per kg: 4 EUR`."""
_LABEL = 40
"""Characters in front of an amount in which its label stands."""
UnitRates = Mapping[str, float]
"""Of `40 EUR per hour` the factor of an hour, by its base unit; of `3 EUR per 100 g` that of 100 g."""
OPEN = math.nan
"""A sum is written out, but how often a measure counts in it is open."""
_TIMES = frozenset(("s", "month"))
_DAY = UNITS["day"][1]
_SMALL = frozenset(
    UNITS[unit] for unit in ("mcg", "mg", "g", "mm", "cm", "ml", "cl", "kb", "mb", "wh", "ms", "second", "minute")
)
"""A price is seldom of one of these: without its unit `90 minutes × 40 EUR` may be of hours."""
_DIGITS = re.compile(r"\d+(?:[.,]\d+)*")
_CLOSE = 1e-6
_KINDS = (Kind.MONEY, Kind.NUMBER, Kind.MEASURE)


def find_unit_rates(text: str, figures: Iterable[Quantity]) -> UnitRates:
    """Those that stand beside `figures`, which lie in `text`; none where two of a kind do."""
    found = {rate for one in figures if (rate := _rate_of(one, text)) and rate[0] != one.unit}
    bases = [base for base, _ in found]
    return {base: factor for base, factor in found if bases.count(base) == 1}


def _rate_of(amount: Quantity, text: str) -> tuple[str, float] | None:
    match = _RATED.match(text, amount.end)
    match = match or _LABELLED.search(text, max(0, amount.start - _LABEL), amount.start)
    if match is None:
        return None
    base, factor = UNITS[(match["unit"] or _EACH[match["each"].lower()]).lower()]
    return base, factor * int(match["count"] or 1)


def written_result(
    text: str, figures: Sequence[Quantity], result: Quantity, rates: Callable[[], UnitRates] = dict
) -> float | None:
    """What the sum that `result` closes comes to, in its base unit, or OPEN; None where no sum is written out.
    `figures` lie in `text`, in order; `rates` looks up those of the evidence, once there is a sum."""
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
    per = {**rates(), **find_unit_rates(text, before[-used:])}
    products = [_Product(term, result) for term in terms]

    def total(per: UnitRates) -> float:
        return sum(sign * one.value(per) for sign, one in zip(signs, products, strict=True))

    if any(one.is_open(per) for one in products):
        return OPEN
    counted = [one for each in products for one in each.measures if one.unit not in (result.unit, *per)]
    larger = [pair for one in counted for pair in UNITS.values() if pair[0] == one.unit and pair[1] > one.factor]
    if any(math.isclose(total({**per, unit: factor}), _value(result), rel_tol=_CLOSE) for unit, factor in larger):
        return OPEN  # `36 hours × 40 EUR = 60 EUR`
    return total(per)


class _Product:
    """An amount and how often it counts: `3 hours × 35 EUR` is three times 35 EUR, `5 days × 7 hours` five times 7."""

    def __init__(self, term: Sequence[Quantity], result: Quantity) -> None:
        self.result = result
        alike = [one for one in term if comparable(one, result)]
        self.amount = min(alike, key=lambda one: one.factor, default=None)
        self.counts = [one for one in term if one is not self.amount]
        self.measures = [one for one in self.counts if one.kind is Kind.MEASURE]

    def value(self, per: UnitRates) -> float:
        amount = self.result.factor if self.amount is None else _value(self.amount)
        return amount * math.prod(self._count(one, per) for one in self.counts)

    def _count(self, figure: Quantity, per: UnitRates) -> float:
        """A measure in the unit of its rate, 1.5 for `90 minutes × 40 EUR per hour`, otherwise in the one that it
        names, as the days in `5 days × 7 hours × 20 EUR per hour`."""
        if figure.kind is not Kind.MEASURE:
            return _value(figure)
        is_rated = figure.unit in per and figure.unit != self.result.unit and figure.factor == self._least(figure)
        return _value(figure) / per[figure.unit] if is_rated else figure.written

    def _least(self, figure: Quantity) -> float:
        return min(one.factor for one in self.measures if one.unit == figure.unit)

    def is_open(self, per: UnitRates) -> bool:
        return any(self._may_be_of_others(one, per) for one in self.measures)

    def _may_be_of_others(self, measure: Quantity, per: UnitRates) -> bool:
        base, factor = measure.unit, measure.factor
        if base not in per or base == self.result.unit:
            is_of_other = base in _TIMES and base != self.result.unit and not _TIMES.isdisjoint(per)
            return (base, factor) in _SMALL or _is_composed(measure) or is_of_other
        if sum(one.unit == base for one in self.measures) > 1:
            return self._least(measure) != per[base]
        return base == "s" and (factor < _DAY) != (per[base] < _DAY)  # nobody works 24 hours a day


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
