"""Sums that a text writes out, `2 x 18.50 + 24.00 + 6.00 = 67.00 EUR`, and exchange rates that it names with their two
currencies, `EUR/CHF 0.9420`, `1 EUR = 0.9420 CHF`."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence

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
_PER = re.compile(rf"[ \t]?(?:/|\b(?:per|an?|each|every|je|pro)\b)[ \t]?({alternatives(UNITS)})(?!\w)", re.IGNORECASE)
UnitRates = Mapping[str, float]
"""Of `40 EUR per hour` the factor of an hour, by its base unit."""
NO_RATES: UnitRates = {}
_DIGITS = re.compile(r"\d+(?:[.,]\d+)*")
_CLOSE = 1e-6
_KINDS = (Kind.MONEY, Kind.NUMBER, Kind.MEASURE)


def find_unit_rates(text: str, figures: Iterable[Quantity]) -> UnitRates:
    """Those that stand right behind `figures`, which lie in `text`; none where two of a kind do."""
    matches = ((one, _PER.match(text, one.end)) for one in figures)
    found = {UNITS[match[1].lower()] for one, match in matches if match and UNITS[match[1].lower()][0] != one.unit}
    bases = [base for base, _ in found]
    return {base: factor for base, factor in found if bases.count(base) == 1}


def written_result(
    text: str, figures: Sequence[Quantity], result: Quantity, rates: UnitRates = NO_RATES
) -> float | None:
    """What the sum that `result` closes comes to, in its base unit; None where no sum is written out, or where it is
    open in which unit a measure counts. `figures` lie in `text`, in order; `rates` are those of the evidence."""
    before = [one for one in figures if one.start < result.start][-_MOST:]
    if len(before) < _FEWEST or not _EQUALS.fullmatch(text, before[-1].end, result.start):
        return None
    terms: list[list[Quantity]] = [[before[-1]]]
    signs: list[int] = []
    used = 1
    for left, right in zip(reversed(before[:-1]), reversed(before[1:]), strict=True):
        gap = _OPERATORS.fullmatch(text, left.end, right.start)
        if gap is None or left.kind not in _KINDS:
            break
        used += 1
        if gap["times"]:
            terms[-1].append(left)
        elif gap["by"]:
            return None
        else:
            signs.append(-1 if gap["minus"] else 1)
            terms.append([left])
    is_cut = used < len(before) and text[before[-used - 1].end : before[-used].start].isspace()  # `2 h 30 min × 40 EUR`
    if used < _FEWEST or is_cut:
        return None
    signs.append(1)
    per = {**rates, **find_unit_rates(text, before[-used:])}

    def total(per: UnitRates) -> float:
        return sum(sign * _product(term, result, per) for sign, term in zip(signs, terms, strict=True))

    counted = [
        one for term in terms for one in term if one.kind is Kind.MEASURE and one.unit not in (result.unit, *per)
    ]
    larger = [pair for one in counted for pair in UNITS.values() if pair[0] == one.unit and pair[1] > one.factor]
    said = _value(result)
    if any(math.isclose(total({**per, unit: factor}), said, rel_tol=_CLOSE) for unit, factor in larger):
        return None  # `90 minutes × 40 EUR = 60 EUR`
    return None if any(map(_is_composed, counted)) else total(per)


def _product(term: Sequence[Quantity], result: Quantity, per: UnitRates) -> float:
    """Of an amount and how often it counts: `3 hours × 35 EUR` is three times 35 EUR."""
    alike = [one for one in term if comparable(one, result)]
    amount = next((one for one in alike if one.factor == result.factor), alike[0] if alike else None)
    counts = math.prod(_count(one, per) for one in term if one is not amount)
    return counts * (result.factor if amount is None else _value(amount))


def _is_composed(measure: Quantity) -> bool:
    """`2 h 30 min`, `two and a half hours`: of no one unit."""
    return measure.factor == 1.0 and len(_DIGITS.findall(measure.text)) != 1


def _count(figure: Quantity, per: UnitRates) -> float:
    """A measure in the unit of its rate, 1.5 for `90 minutes × 40 EUR per hour`, otherwise in the one that it names."""
    if figure.kind is not Kind.MEASURE:
        return _value(figure)
    return _value(figure) / per[figure.unit] if figure.unit in per else figure.written


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
