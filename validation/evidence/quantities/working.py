"""How a figure that follows is worked out, as somebody would write it: `13:45 - 11:20`, `2 x 18.5 EUR`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from itertools import combinations, islice, permutations

from validation.evidence.quantities.quantity import Kind, Quantity
from validation.evidence.quantities.time_spans import is_year

_CENT = 0.0051
_DAY_MINUTES, _DAY_SECONDS = 24 * 60, 86_400.0
_MOST_AMOUNTS, _MOST_SUMMED = 24, 12
_MOST_WAYS = 3
"""Where more lead to it, each does so by chance."""
_LARGEST_COUNT = 1000
Way = tuple[float, tuple[Quantity, ...], str]
"""What some figures come to, and the sign between them."""


def show_working(figure: Quantity, beside: Sequence[Quantity], held: Sequence[Quantity]) -> str:
    """The way from `held` or `beside`, figures of the evidence and of the claim itself, that uses most of the claim's
    own; empty where none is known, or too many are."""
    own = [one for one in beside if one.text != figure.text]
    pool = list({(one.kind, one.text): one for one in (*own, *held)}.values())
    ways = islice(_ways(figure, pool), _MOST_WAYS + 1)
    found = [(parts, sign) for parts, sign in ways if figure.text not in [one.text for one in parts]]
    if not 0 < len(found) <= _MOST_WAYS:
        return ""
    told = {one.text for one in own}
    parts, sign = max(found, key=lambda way: sum(one.text in told for one in way[0]))
    return sign.join(one.text for one in parts)


def _ways(figure: Quantity, pool: Sequence[Quantity]) -> Iterator[tuple[tuple[Quantity, ...], str]]:
    if figure.kind is Kind.TIME:
        found = _moved_times(pool)
    elif figure.kind is Kind.DATE:
        yield from _moved_dates(figure, pool)
        return
    elif figure.candidates and not is_year(figure):
        found = _amounts(figure, pool)
    else:
        return
    reach = max(figure.tolerance, _CENT)
    for value, parts, sign in found:
        if any(abs(value - one) <= reach for one in figure.candidates):
            yield parts, sign


def _moved_times(pool: Sequence[Quantity]) -> Iterator[Way]:
    times = [one for one in pool if one.kind is Kind.TIME][:_MOST_SUMMED]
    spans = [one for one in pool if one.unit == "s" and one.candidates][:_MOST_SUMMED]
    for time in times:
        for span in spans:
            minutes = span.candidates[0] / 60
            yield (time.candidates[0] + minutes) % _DAY_MINUTES, (time, span), " + "
            yield (time.candidates[0] - minutes) % _DAY_MINUTES, (time, span), " - "


def _moved_dates(figure: Quantity, pool: Sequence[Quantity]) -> Iterator[tuple[tuple[Quantity, ...], str]]:
    days = [(one, day) for one in pool if (day := _day(one))][:_MOST_SUMMED]
    spans = [one for one in pool if one.unit == "s" and one.candidates and not one.candidates[0] % _DAY_SECONDS]
    wanted = _day(figure)
    for one, day in days if wanted else ():
        for span in spans[:_MOST_SUMMED]:
            apart = timedelta(seconds=min(span.candidates[0], 4000 * _DAY_SECONDS))
            if wanted == day + apart:
                yield (one, span), " + "
            if wanted == day - apart:
                yield (one, span), " - "


def _amounts(figure: Quantity, pool: Sequence[Quantity]) -> Iterator[Way]:
    alike = [
        (one.candidates[0], one)
        for one in pool
        if one.candidates and (one.kind, one.unit) == (figure.kind, figure.unit) and not is_year(one)
    ][:_MOST_AMOUNTS]
    counts = [one for one in pool if _is_count(one)][:_MOST_SUMMED]
    if figure.unit == "s":
        yield from _between(pool)
    if figure.unit == "month":
        years = [one for one in pool if is_year(one)][:_MOST_SUMMED]
        yield from ((12 * (_value(one) - _value(other)), (one, other), " - ") for one, other in permutations(years, 2))
    for (value, one), (less, other) in permutations(alike, 2):
        yield value - less, (one, other), " - "
    for (value, one), (more, other) in combinations(alike, 2):
        yield value + more, (one, other), " + "
    if figure.kind is not Kind.NUMBER:
        yield from ((value * _value(count), (count, one), " x ") for value, one in alike for count in counts)
    else:
        yield from ((_value(one) * _value(other), (one, other), " x ") for one, other in combinations(counts, 2))
    summed = alike[:_MOST_SUMMED]
    for first in range(len(summed)):
        for last in range(first + 3, len(summed) + 1):
            run = summed[first:last]
            yield sum(value for value, _ in run), tuple(one for _, one in run), " + "


def _between(pool: Sequence[Quantity]) -> Iterator[Way]:
    """Seconds from one clock time or day to another."""
    times = [one for one in pool if one.kind is Kind.TIME and one.candidates][:_MOST_SUMMED]
    for one, other in permutations(times, 2):
        apart = (one.candidates[0] - other.candidates[0]) % _DAY_MINUTES
        if one.candidates[0] > other.candidates[0] or apart < _DAY_MINUTES / 2:
            yield 60 * apart, (one, other), " - "
    days = [(one, day) for one in pool if (day := _day(one))][:_MOST_SUMMED]
    for (one, later), (other, first) in permutations(days, 2):
        if later > first:
            yield (later - first).days * _DAY_SECONDS, (one, other), " - "


def _is_count(figure: Quantity) -> bool:
    return (
        figure.kind is Kind.NUMBER
        and bool(figure.candidates)
        and 2 <= figure.candidates[0] <= _LARGEST_COUNT
        and figure.candidates[0] == int(figure.candidates[0])
    )


def _value(figure: Quantity) -> float:
    return figure.candidates[0]


def _day(figure: Quantity) -> date | None:
    """Without a year the days of one year are compared."""
    if figure.kind is not Kind.DATE or len(figure.dates) != 1:
        return None
    year, month, day = figure.dates[0]
    try:
        return date(year or 2001, month or 0, day or 0)
    except ValueError:
        return None
