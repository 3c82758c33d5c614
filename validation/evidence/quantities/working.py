"""How a figure that follows is worked out, as somebody would write it: `13:45 - 11:20 = 145 minutes`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from itertools import chain, combinations, islice, permutations, product
from typing import NamedTuple

from validation.evidence.quantities.derivation import is_converted, margin
from validation.evidence.quantities.quantity import Kind, Quantity
from validation.evidence.quantities.time_spans import days_between, is_year, to_date, years_between

_DAY_MINUTES, _DAY_SECONDS = 24 * 60, 86_400.0
_MOST_AMOUNTS, _MOST_SUMMED = 24, 12
"""Figures that are put together in pairs, and in sums of several: a window holds some thirty."""
_MOST_WAYS = 3
"""With more expressions than this a match is probably a coincidence."""
_SMALLEST = 12
"""Of lesser bare numbers any two or three come to one another."""
_OLDEST = 120
"""Years of an age."""
_LARGEST_COUNT = 1000
"""How often something may count: pieces, persons, months of a loan."""


class Way(NamedTuple):
    """What some figures come to, and how that is written."""

    value: float
    operands: tuple[Quantity, ...]
    expression: str


def find_working(figure: Quantity, claim_figures: Sequence[Quantity], held: Sequence[Quantity]) -> Way | None:
    """The way to `figure` from `held`, figures of the evidence; of several the one that uses most of what the claim
    tells too. None where no way is known or too many are."""
    pool = list({(one.kind, one.text): one for one in held}.values())
    ways = (way for way in _ways(figure, pool) if _leads_to(way, figure))
    found = list(islice(ways, _MOST_WAYS + 1))
    if not 0 < len(found) <= _MOST_WAYS:
        return None
    told = {one.text for one in claim_figures}
    return max(found, key=lambda way: sum(one.text in told for one in way.operands))


def _leads_to(way: Way, figure: Quantity) -> bool:
    if figure.kind is Kind.DATE:
        day = _date_of(figure)
        return day is not None and way.value == day.toordinal()
    return any(abs(way.value - one) <= margin(figure) for one in figure.candidates)


def _ways(figure: Quantity, pool: Sequence[Quantity]) -> Iterator[Way]:
    if figure.kind is Kind.TIME:
        return _moved_times(pool)
    if figure.kind is Kind.DATE:
        return _moved_days(pool)
    if not figure.candidates or is_year(figure):
        return iter(())
    if figure.kind is Kind.PERCENT:
        return _shares(pool)
    if figure.kind is Kind.NUMBER and figure.candidates[0] <= _SMALLEST:
        return iter(())
    amounts = _comparable_amounts(figure, pool)
    ages = _ages(pool) if figure.kind is Kind.NUMBER and figure.candidates[0] <= _OLDEST else ()
    return chain(ages, _elapsed(figure, pool), _products(figure, pool, amounts), _sums(amounts))


def _ages(pool: Sequence[Quantity]) -> Iterator[Way]:
    """Whole years from one day to another."""
    days = [(day, one) for one in pool if (day := _date_of(one)) and one.dates[0][0]][:_MOST_SUMMED]
    for (day, one), (other, first) in permutations(days, 2):
        if day > other:
            yield Way(years_between(other, day), (one, first), f"{one.text} - {first.text}")


def _moved_times(pool: Sequence[Quantity]) -> Iterator[Way]:
    times = [one for one in pool if one.kind is Kind.TIME and one.candidates][:_MOST_SUMMED]
    spans = [one for one in pool if one.unit == "s"][:_MOST_SUMMED]
    for time, span in product(times, spans):
        minutes = _value(span) / 60
        yield Way((_value(time) + minutes) % _DAY_MINUTES, (time, span), f"{time.text} + {span.text}")
        yield Way((_value(time) - minutes) % _DAY_MINUTES, (time, span), f"{time.text} - {span.text}")


def _moved_days(pool: Sequence[Quantity]) -> Iterator[Way]:
    days = [(one, day.toordinal()) for one in pool if (day := _date_of(one))][:_MOST_SUMMED]
    spans = [one for one in pool if one.unit == "s" and one.candidates][:_MOST_SUMMED]
    for (one, number), span in product(days, spans):
        yield Way(number + _value(span) / _DAY_SECONDS, (one, span), f"{one.text} + {span.text}")
        yield Way(number - _value(span) / _DAY_SECONDS, (one, span), f"{one.text} - {span.text}")


def _shares(pool: Sequence[Quantity]) -> Iterator[Way]:
    """Points between two percentages; what part of an amount another is; by how much one grew or fell to the one told
    behind it."""
    shares = [one for one in pool if one.kind is Kind.PERCENT and one.candidates]
    yield from _differences([(_value(one), one) for one in shares])
    amounts = [one for one in pool if one.kind in (Kind.MONEY, Kind.MEASURE, Kind.NUMBER) and not is_year(one)]
    for one, other in permutations(amounts[:_MOST_AMOUNTS], 2):
        if (one.kind, one.unit) == (other.kind, other.unit) and _value(one) > 0:
            share = 100 * _value(other) / _value(one)
            yield Way(share, (one, other), f"{other.text} / {one.text}")
            if one.start < other.start:
                direction = "more" if share > 100 else "less"
                yield Way(abs(share - 100), (one, other), f"{direction}, from {one.text} to {other.text}")


def _comparable_amounts(figure: Quantity, pool: Sequence[Quantity]) -> list[tuple[float, Quantity]]:
    """Of its kind and unit; also bare numbers, where a header holds the unit."""
    own = [
        (_value(one), one)
        for one in pool
        if (one.kind, one.unit) == (figure.kind, figure.unit) and one.candidates and not is_year(one)
    ]
    if len(own) > 1 or figure.kind not in (Kind.MONEY, Kind.MEASURE) or figure.unit in ("s", "month"):
        return own[:_MOST_AMOUNTS]
    bare = [one for one in pool if one.kind is Kind.NUMBER and not one.in_words and not is_year(one)]
    return [*own, *((_value(one) * figure.factor, one) for one in bare)][:_MOST_AMOUNTS]


def _sums(amounts: Sequence[tuple[float, Quantity]]) -> Iterator[Way]:
    yield from _differences(amounts)
    for (value, one), (more, other) in combinations(amounts, 2):
        yield Way(value + more, (one, other), f"{one.text} + {other.text}")
    summed = amounts[:_MOST_SUMMED]
    for first in range(len(summed)):
        for last in range(first + 3, len(summed) + 1):
            operands = tuple(one for _, one in summed[first:last])
            total = sum(value for value, _ in summed[first:last])
            yield Way(total, operands, " + ".join(one.text for one in operands))


def _differences(amounts: Sequence[tuple[float, Quantity]]) -> Iterator[Way]:
    for (value, one), (less, other) in permutations(amounts, 2):
        yield Way(value - less, (one, other), f"{one.text} - {other.text}")


def _products(figure: Quantity, pool: Sequence[Quantity], amounts: Sequence[tuple[float, Quantity]]) -> Iterator[Way]:
    for one in pool:
        if is_converted(figure, (one,)):
            yield Way(figure.candidates[0], (one,), one.text)
    counts = [one for one in pool if one.kind is Kind.NUMBER and _is_count(one)][:_MOST_SUMMED]
    for count, (value, one) in product(counts, amounts):
        if one.text != count.text and one.written != 1:
            yield Way(value * _value(count), (count, one), f"{count.text} x {one.text}")
            yield Way(value / _value(count), (count, one), f"{one.text} / {count.text}")
    shares = [one for one in pool if one.kind is Kind.PERCENT and one.candidates][:_MOST_SUMMED]
    for share, (value, one) in product(shares, amounts):
        part = value * _value(share) / 100
        yield Way(part, (share, one), f"{share.text} of {one.text}")
        yield Way(value - part, (share, one), f"{one.text} - {share.text}")
        yield Way(value + part, (share, one), f"{one.text} + {share.text}")
    if figure.kind is Kind.MONEY:
        yield from _exchanged(figure, pool)


def _exchanged(figure: Quantity, pool: Sequence[Quantity]) -> Iterator[Way]:
    """At a rate that the evidence gives in the currency of the figure, where only one other currency stands."""
    others = [one for one in pool if one.kind is Kind.MONEY and one.unit != figure.unit]
    rates = [one for one in pool if one.kind is Kind.MONEY and one.unit == figure.unit and _value(one) > 0]
    if len({one.unit for one in others}) == 1:
        for one, rate in product(others[:_MOST_SUMMED], rates[:_MOST_SUMMED]):
            yield Way(_value(one) * _value(rate), (one, rate), f"{one.text} x {rate.text}")


def _elapsed(figure: Quantity, pool: Sequence[Quantity]) -> Iterator[Way]:
    """From one clock time, day or year to another."""
    if figure.unit == "month":
        years = [one for one in pool if is_year(one)][:_MOST_SUMMED]
        yield from _differences([(12 * _value(one), one) for one in years])
    if figure.unit != "s":
        return
    times = [one for one in pool if one.kind is Kind.TIME and one.candidates][:_MOST_SUMMED]
    for one, other in permutations(times, 2):
        minutes = (_value(one) - _value(other)) % _DAY_MINUTES
        if _value(one) > _value(other) or minutes < _DAY_MINUTES / 2:
            yield Way(60 * minutes, (one, other), f"{one.text} - {other.text}")
    days = [one for one in pool if one.kind is Kind.DATE and len(one.dates) == 1][:_MOST_SUMMED]
    for one, other in combinations(sorted(days, key=lambda day: day.start), 2):
        apart = days_between(one.dates[0], other.dates[0])
        if apart is not None:
            first, last = (one, other) if apart > 0 else (other, one)
            yield Way(abs(apart) * _DAY_SECONDS, (last, first), f"{last.text} - {first.text}")


def _is_count(figure: Quantity) -> bool:
    return 2 <= _value(figure) <= _LARGEST_COUNT and _value(figure) == int(_value(figure))


def _value(figure: Quantity) -> float:
    return figure.candidates[0] if figure.candidates else 0.0


def _date_of(figure: Quantity) -> date | None:
    return to_date(*figure.dates[0]) if figure.kind is Kind.DATE and len(figure.dates) == 1 else None
