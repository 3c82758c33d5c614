"""Durations, dates and clock times that follow from others: how far two lie apart, and what lies so far from one."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date, timedelta
from itertools import combinations

from validation.evidence.quantities.moments import Date
from validation.evidence.quantities.quantity import Kind, Quantity

_DAY_MINUTES, _DAY_SECONDS, _YEAR_DAYS = 24 * 60, 86_400.0, 365
_CHANCE = 0.1
"""Of all clock times so many at most may follow for one to follow hardly by chance."""
_FEW = 5
"""Among more dates or years than this two lie any number apart."""
_MOST_SCALED, _MOST_MOVED = 24, 100
"""Times or dates that one, and two, durations may lead to: of the 288 times that end in 0 or 5 minutes 24 are 8 %."""
_MOST_SPANS = 16
"""Durations and times that are put together in pairs."""
_WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_HALF_MINUTE = 30.0
_RIGHT_BEHIND = 40
"""Characters between two times that belong together: `from 9:15 in Lund to 11:40`."""
_SECONDS = re.compile(r":\d\d:(\d\d)")
_CLOCK = re.compile(r"\d{1,2}:\d\d(?::\d\d)?")


def is_span(figure: Quantity, pool: Sequence[Quantity]) -> bool:
    """Between two clock times, dates or years: `six days after` of 20 and 26 February; `33 years` of 1628 and 1661."""
    if figure.unit not in ("s", "month"):
        return False
    said, reach = figure.candidates[0], max(figure.tolerance, 0.5)
    days = list(dict.fromkeys(parts for one in pool for parts in one.dates if to_date(*parts)))
    years = dict.fromkeys(int(one.candidates[0]) for one in pool if one.candidates and is_year(one))
    years |= dict.fromkeys(parts[0] for one in pool for parts in one.dates if parts[0])
    if figure.unit == "month":
        pairs = combinations(years, 2) if len(years) <= _FEW else ()
        return any(abs(abs(one - other) * 12 - said) < 0.01 for one, other in pairs)
    if said >= _DAY_SECONDS:
        of_days = combinations(days, 2) if len(days) <= _FEW else ()
        apart = [abs(days_between(one, other) or 0) for one, other in of_days]
        return any(
            abs(gap + both - said / _DAY_SECONDS) < 0.01 for gap in apart for both in (0, 1) if gap > 6 or not both
        )
    clock = (_CLOCK.match(one.text) for one in pool if one.kind is Kind.TIME)
    times = [seconds for match in clock if match for seconds in _seconds(match[0])]
    gaps = [abs(one - other) for one, other in combinations(dict.fromkeys(times), 2)] if len(times) <= 2 * _FEW else []
    return any(abs(gap - said) <= reach for gap in gaps)


def is_gap(figure: Quantity, one: Quantity, other: Quantity) -> bool:
    """Whether a duration lies between two clock times, to the minute where it is told in minutes."""
    said = figure.candidates[0]
    reach = max(figure.tolerance, 0.5 if said % 60 else min(_HALF_MINUTE, said / 10))
    return any(abs(abs(first - last) - said) <= reach for first in _of_day(one) for last in _of_day(other))


def _of_day(time: Quantity) -> list[float]:
    seconds = _SECONDS.search(time.text)
    return [60 * minute + (int(seconds[1]) if seconds else 0) for minute in time.candidates]


def contradicts_times(figure: Quantity, beside: Sequence[Quantity]) -> bool:
    """Whether a duration is told beside two clock times, dates or years, one right behind the other, that do not lie so
    far apart."""
    times = [one for one in beside if one.kind is Kind.TIME]
    days = [one for one in beside if one.kind is Kind.DATE]
    years = [one for one in beside if is_year(one)]
    of_unit = {"s": (times,), "month": (days, years)}.get(figure.unit, ())
    pair = next((some for some in of_unit if len(some) == 2), None)
    if pair is None or pair[1].start - pair[0].end > _RIGHT_BEHIND:
        return False
    return not is_span(figure, pair)


def is_year(figure: Quantity) -> bool:
    return figure.kind is Kind.NUMBER and len(figure.text) == 4 and 1000 <= figure.candidates[0] <= 2100


def is_moved_date(figure: Quantity, pool: Sequence[Quantity]) -> bool:
    """`14 days after 3 March 2026` is 17 March 2026."""
    spans = {one.candidates[0] / _DAY_SECONDS for one in pool if one.unit == "s" and one.candidates}
    days = {day for one in pool if one.kind is Kind.DATE for parts in one.dates if (day := to_date(*parts))}
    if len(days) * len(spans) > _MOST_SCALED:
        return False
    months = {int(one.candidates[0]) for one in pool if one.unit == "month" and one.candidates}
    whole = [timedelta(days=span) for span in spans if span == int(span) and 0 < span < 4000]
    reached = {day + sign * span for day in days for span in whole for sign in (1, -1)}
    reached |= {_in_months(day, sign * count) for day in days for count in months if count < 1200 for sign in (1, -1)}
    wanted = {to_date(*parts) for parts in figure.dates} - {None}
    if any((year, month) == (one.year, one.month) for year, month, day in figure.dates if not day for one in reached):
        return True
    return not wanted.isdisjoint(reached) or any(
        (one.month, one.day) == (other.month, other.day) and other.year == 2001
        for one in reached
        for other in wanted
        if other
    )


def is_moved_year(figure: Quantity, pool: Sequence[Quantity]) -> bool:
    """1787 of 1785 and `two years later`."""
    spans = {one.candidates[0] / 12 for one in pool if one.unit == "month" and one.candidates}
    years = {one.candidates[0] for one in pool if one.candidates and is_year(one)}
    years |= {float(parts[0]) for one in pool for parts in one.dates if parts[0]}
    if len(years) * len(spans) > _MOST_SCALED:
        return False
    return figure.candidates[0] in {year + sign * span for year in years for span in spans for sign in (1, -1)}


def is_age(figure: Quantity, pool: Sequence[Quantity]) -> bool:
    """Between two days, or of two years one less where the birthday was still to come."""
    said = figure.written
    days = [day for one in pool for parts in one.dates if all(parts) and (day := to_date(*parts))]
    exact = {years_between(first, later) for first, later in combinations(sorted(set(days))[:_FEW], 2)}
    years = {parts[0] for one in pool for parts in one.dates if parts[0]}
    years |= {int(one.candidates[0]) for one in pool if one.candidates and is_year(one)}
    apart = {abs(one - other) for one, other in combinations(years, 2)} if len(years) <= _FEW else set()
    return said in exact | apart | {gap - 1 for gap in apart}


def is_named_day(figure: Quantity, weekday: str, pool: Sequence[Quantity]) -> bool:
    """Whether a date is the weekday it is called, by the calendar, and lies in the week after a date that is held: the
    Thursday of `the week of 16 November`."""
    years = {parts[0] for one in (figure, *pool) for parts in one.dates if parts[0]}
    held = [(month, day) for one in pool for year, month, day in one.dates if month and day]
    found = (to_date(year, month, day) for year in years for _, month, day in figure.dates)
    return any(
        day is not None
        and _WEEKDAYS[day.weekday()] == weekday
        and any(0 < (day - first).days < 7 for one in held if (first := to_date(day.year, *one)))
        for day in found
    )


def is_moved_time(figure: Quantity, pool: Iterable[Quantity]) -> bool:
    """Half an hour before, or after, a time that is held; a bare number may be the hours between two places."""
    pool = tuple(pool)
    spans = _spans(pool) | {
        60 * one.candidates[0] for one in pool if one.kind is Kind.NUMBER and one.candidates and one.candidates[0] <= 12
    }
    return not _moved(_times(pool), spans).isdisjoint(figure.candidates)


def is_moved_twice(figure: Quantity, pool: Iterable[Quantity]) -> bool:
    """A rest of 15 minutes after an hour in the oven that was on at 8:30."""
    pool = tuple(pool)
    spans = _spans(pool)
    return not _moved(_moved(_times(pool), spans), spans, _MOST_MOVED).isdisjoint(figure.candidates)


def is_likely_moved(figure: Quantity, times: Sequence[Quantity], spans: set[float]) -> bool:
    """Whether a clock time is one of `times` less one of `spans` (minutes), plus the longest, or plus or less two of
    them, where so few clock times are that it is hardly by chance; those that are no multiple of five are many."""
    spans = {one for one in spans if one}
    if not spans or len(spans) > _MOST_SPANS or len(times) > _MOST_SPANS:
        return False
    many = _DAY_MINUTES if figure.candidates[0] % 5 else _DAY_MINUTES / 5
    two = {one + other for one, other in combinations(spans, 2)}
    for moves in ([-span for span in spans], [max(spans)], two, [-span for span in two]):
        reached = {(one.candidates[0] + move) % _DAY_MINUTES for one in times for move in moves}
        if len(reached) <= _CHANCE * many and any(
            abs(one - said) <= figure.tolerance for one in reached for said in figure.candidates
        ):
            return True
    return False


def to_duration(figure: Quantity) -> Quantity:
    """`1:40` as minutes and seconds."""
    minutes, _, seconds = figure.text.partition(":")
    if figure.kind is not Kind.TIME or not (minutes.isdigit() and seconds.isdigit()):
        return figure
    value = int(minutes) * 60.0 + int(seconds)
    return replace(figure, kind=Kind.MEASURE, unit="s", candidates=(value,), raw=(value,))


def _times(pool: Sequence[Quantity]) -> set[float]:
    """In minutes, as those that follow."""
    return {minute for one in pool if one.kind is Kind.TIME for minute in one.candidates}


def _spans(pool: Sequence[Quantity]) -> set[float]:
    return {one.candidates[0] / 60 for one in pool if one.unit == "s" and one.candidates}


def _moved(times: set[float], spans: set[float], most: int = _MOST_SCALED) -> set[float]:
    """None where there are too many to say so of any."""
    if len(times) * len(spans) > most:
        return set()
    return {(time + sign * span) % _DAY_MINUTES for time in times for span in spans for sign in (1, -1)}


def days_between(one: Date, other: Date) -> int | None:
    """From `one` to `other`, which is told behind it. Where neither has a year and the second comes half a year or more
    before the first, it lies in the next one: `28 December to 3 January`."""
    first, second = to_date(*one), to_date(*other)
    if first is None or second is None:
        return None
    apart = (second - first).days
    is_next_year = not (one[0] or other[0]) and apart < -_YEAR_DAYS / 2
    return apart + _YEAR_DAYS if is_next_year else apart


def years_between(first: date, later: date) -> int:
    """Whole ones, as an age is told."""
    return later.year - first.year - ((later.month, later.day) < (first.month, first.day))


def _in_months(day: date, months: int) -> date:
    """The same day so many months on, the last of a shorter month."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return date(min(max(year, 1), 9999), month + 1, min(day.day, monthrange(min(max(year, 1), 9999), month + 1)[1]))


def to_date(year: int | None, month: int | None, day: int | None) -> date | None:
    """Of 2001 where no year is said; None where there is no such day."""
    try:
        return date(year or 2001, month or 0, day or 0)
    except (ValueError, OverflowError):
        return None


def _seconds(time: str) -> Iterator[float]:
    """A clock time in seconds, `8:50` also as minutes and seconds."""
    parts = [float(part) for part in time.split(":") if part.isdigit()]
    if len(parts) == 3:
        yield parts[0] * 3600 + parts[1] * 60 + parts[2]
    elif len(parts) == 2:
        yield from (parts[0] * 3600 + parts[1] * 60, parts[0] * 60 + parts[1])
