"""How a figure that follows is worked out, as somebody would write it: `13:45 - 11:20`, `2 x 18.5 EUR`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date
from itertools import combinations, islice, permutations, product

from validation.evidence.quantities.derivation import is_converted
from validation.evidence.quantities.quantity import Kind, Quantity
from validation.evidence.quantities.time_spans import is_year

_CENT, _PERCENT = 0.0051, 0.51
"""How far off a result may lie that is not rounded, and a percentage, which mostly is."""
_DAY_MINUTES, _DAY_SECONDS = 24 * 60, 86_400.0
_MOST_AMOUNTS, _MOST_SUMMED = 24, 12
"""Figures that are put together in pairs, and in sums of several: a window holds some thirty."""
_MOST_WAYS = 3
"""Where more lead to it, each does so by chance."""
_LARGEST_COUNT = 1000
_PER_YEAR = re.compile(r"\b(?:years?|annual(?:ly)?|yearly|p\.a\.)", re.IGNORECASE)
Way = tuple[float, tuple[Quantity, ...], str]
"""What some figures come to, and how that is written."""


def show_working(figure: Quantity, claim: str, beside: Sequence[Quantity], held: Sequence[Quantity]) -> str:
    """The way from `beside` or `held`, the figures of `claim` and of the evidence, that uses most of the claim's own;
    empty where none is known, or too many are."""
    own = [one for one in beside if one.text != figure.text]
    pool = [one for one in {(one.kind, one.text): one for one in (*own, *held)}.values() if one.text != figure.text]
    reach = _PERCENT if figure.kind is Kind.PERCENT else max(figure.tolerance, _CENT)
    wanted = figure.candidates if figure.kind is not Kind.DATE else [day.toordinal()] if (day := _day(figure)) else []
    ways = (
        (parts, written)
        for value, parts, written in _ways(figure, claim, pool)
        if any(abs(value - one) <= reach for one in wanted)
    )
    found = list(islice(ways, _MOST_WAYS + 1))
    if not 0 < len(found) <= _MOST_WAYS:
        return ""
    told = {one.text for one in own}
    return max(found, key=lambda way: sum(one.text in told for one in way[0]))[1]


def _ways(figure: Quantity, claim: str, pool: Sequence[Quantity]) -> Iterator[Way]:
    if figure.kind is Kind.TIME:
        return _moved_times(pool)
    if figure.kind is Kind.DATE:
        return _moved_days(pool)
    if not figure.candidates or is_year(figure):
        return iter(())
    if figure.kind is Kind.PERCENT:
        return _shares(pool)
    return _amounts(figure, claim, pool)


def _moved_times(pool: Sequence[Quantity]) -> Iterator[Way]:
    times = [one for one in pool if one.kind is Kind.TIME and one.candidates][:_MOST_SUMMED]
    spans = [one for one in pool if one.unit == "s"][:_MOST_SUMMED]
    for time, span in product(times, spans):
        minutes = _value(span) / 60
        yield (_value(time) + minutes) % _DAY_MINUTES, (time, span), f"{time.text} + {span.text}"
        yield (_value(time) - minutes) % _DAY_MINUTES, (time, span), f"{time.text} - {span.text}"


def _moved_days(pool: Sequence[Quantity]) -> Iterator[Way]:
    days = [(one, day.toordinal()) for one in pool if (day := _day(one))][:_MOST_SUMMED]
    spans = [one for one in pool if one.unit == "s" and one.candidates][:_MOST_SUMMED]
    for (one, number), span in product(days, spans):
        yield number + _value(span) / _DAY_SECONDS, (one, span), f"{one.text} + {span.text}"
        yield number - _value(span) / _DAY_SECONDS, (one, span), f"{one.text} - {span.text}"


def _shares(pool: Sequence[Quantity]) -> Iterator[Way]:
    """What part of an amount another is, or by how much it grew or fell."""
    amounts = [one for one in pool if one.kind in (Kind.MONEY, Kind.MEASURE, Kind.NUMBER) and not is_year(one)]
    for one, other in permutations(amounts[:_MOST_AMOUNTS], 2):
        if (one.kind, one.unit) == (other.kind, other.unit) and _value(one) > 0:
            share = 100 * _value(other) / _value(one)
            yield share, (one, other), f"{other.text} / {one.text}"
            yield abs(share - 100), (one, other), f"from {one.text} to {other.text}"


def _amounts(figure: Quantity, claim: str, pool: Sequence[Quantity]) -> Iterator[Way]:
    if figure.unit == "s":
        yield from _between(pool)
    if figure.unit == "month":
        years = [one for one in pool if is_year(one)][:_MOST_SUMMED]
        yield from ((12 * (_value(one) - _value(less)), *_minus(one, less)) for one, less in permutations(years, 2))
    known = _alike(figure, pool)
    yield from ((figure.candidates[0], (one,), one.text) for one in pool if is_converted(figure, (one,)))
    yield from _products(figure, claim, pool, known)
    for (value, one), (less, other) in permutations(known, 2):
        yield value - less, *_minus(one, other)
    for (value, one), (more, other) in combinations(known, 2):
        yield value + more, (one, other), f"{one.text} + {other.text}"
    summed = known[:_MOST_SUMMED]
    for first in range(len(summed)):
        for last in range(first + 3, len(summed) + 1):
            parts = tuple(one for _, one in summed[first:last])
            yield sum(value for value, _ in summed[first:last]), parts, " + ".join(one.text for one in parts)


def _alike(figure: Quantity, pool: Sequence[Quantity]) -> list[tuple[float, Quantity]]:
    """Of its kind and unit; also bare numbers, where they leave their unit to a header."""
    own = [
        (_value(one), one)
        for one in pool
        if (one.kind, one.unit) == (figure.kind, figure.unit) and one.candidates and not is_year(one)
    ]
    if len(own) > 1 or figure.kind not in (Kind.MONEY, Kind.MEASURE):
        return own[:_MOST_AMOUNTS]
    factor = figure.candidates[0] / figure.raw[0] if figure.raw and figure.raw[0] else 1.0
    bare = [one for one in pool if one.kind is Kind.NUMBER and not one.in_words and not is_year(one)]
    return [*own, *((_value(one) * factor, one) for one in bare)][:_MOST_AMOUNTS]


def _products(
    figure: Quantity, claim: str, pool: Sequence[Quantity], known: Sequence[tuple[float, Quantity]]
) -> Iterator[Way]:
    counts = [one for one in pool if one.kind is Kind.NUMBER and _is_count(one)][:_MOST_SUMMED]
    for count, (value, one) in product(counts, known):
        yield value * _value(count), (count, one), f"{count.text} x {one.text}"
    if figure.kind is Kind.MONEY and _PER_YEAR.search(claim):
        yield from ((12 * value, (one,), f"12 x {one.text}") for value, one in known)
    rates = [one for one in pool if one.kind in (Kind.NUMBER, Kind.MONEY) and 0 < _value(one) < 1_000]
    others = [one for one in pool if one.kind is Kind.MONEY and one.unit != figure.unit]
    if figure.kind is Kind.MONEY:
        for one, rate in product(others[:_MOST_SUMMED], rates[:_MOST_SUMMED]):
            yield _value(one) * _value(rate), (one, rate), f"{one.text} x {rate.text}"


def _between(pool: Sequence[Quantity]) -> Iterator[Way]:
    """Seconds from one clock time or day to another."""
    times = [one for one in pool if one.kind is Kind.TIME and one.candidates][:_MOST_SUMMED]
    for one, other in permutations(times, 2):
        apart = (_value(one) - _value(other)) % _DAY_MINUTES
        if _value(one) > _value(other) or apart < _DAY_MINUTES / 2:
            yield 60 * apart, *_minus(one, other)
    days = [(one, day) for one in pool if (day := _day(one))][:_MOST_SUMMED]
    for (one, later), (other, first) in permutations(days, 2):
        if later > first:
            yield (later - first).days * _DAY_SECONDS, *_minus(one, other)


def _minus(one: Quantity, less: Quantity) -> tuple[tuple[Quantity, ...], str]:
    return (one, less), f"{one.text} - {less.text}"


def _is_count(figure: Quantity) -> bool:
    return 2 <= _value(figure) <= _LARGEST_COUNT and _value(figure) == int(_value(figure))


def _value(figure: Quantity) -> float:
    return figure.candidates[0] if figure.candidates else 0.0


def _day(figure: Quantity) -> date | None:
    """Days without a year are taken to be of one."""
    if figure.kind is not Kind.DATE or len(figure.dates) != 1:
        return None
    year, month, day = figure.dates[0]
    try:
        return date(year or 2001, month or 0, day or 0)
    except ValueError:
        return None
