"""Durations, dates and clock times that follow from others: how far two lie apart, and what lies so far from one."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, timedelta
from itertools import combinations

from validation.evidence.quantities.quantity import Kind, Quantity

_DAY_MINUTES, _DAY_SECONDS = 24 * 60, 86_400.0
_FEW = 5
"""Among more dates or years than this two lie any number apart."""
_MOST_SCALED, _MOST_MOVED = 24, 100
_CLOCK = re.compile(r"\d{1,2}:\d\d(?::\d\d)?")


def is_span(figure: Quantity, pool: Sequence[Quantity]) -> bool:
    """Between two clock times, dates or years: `six days after` of 20 and 26 February; `33 years` of 1628 and 1661."""
    if figure.unit not in ("s", "month"):
        return False
    said, reach = figure.candidates[0], max(figure.tolerance, 0.5)
    days = list(dict.fromkeys(day for one in pool for parts in one.dates if (day := _day(*parts))))
    years = dict.fromkeys(int(one.candidates[0]) for one in pool if one.candidates and is_year(one))
    years |= dict.fromkeys(parts[0] for one in pool for parts in one.dates if parts[0])
    if figure.unit == "month":
        pairs = combinations(years, 2) if len(years) <= _FEW else ()
        return any(abs(abs(one - other) * 12 - said) < 0.01 for one, other in pairs)
    if said >= _DAY_SECONDS:
        apart = [abs((one - other).days) for one, other in combinations(days, 2)] if len(days) <= _FEW else []
        return any(
            abs(gap + both - said / _DAY_SECONDS) < 0.01 for gap in apart for both in (0, 1) if gap > 6 or not both
        )
    clock = (_CLOCK.match(one.text) for one in pool if one.kind is Kind.TIME)
    times = [seconds for match in clock if match for seconds in _seconds(match[0])]
    gaps = [abs(one - other) for one, other in combinations(dict.fromkeys(times), 2)] if len(times) <= 2 * _FEW else []
    return any(abs(gap - said) <= reach for gap in gaps)


def is_year(figure: Quantity) -> bool:
    return figure.kind is Kind.NUMBER and len(figure.text) == 4 and 1000 <= figure.candidates[0] <= 2100


def is_moved_date(figure: Quantity, pool: Sequence[Quantity]) -> bool:
    """`14 days after 3 March 2026` is 17 March 2026."""
    spans = {one.candidates[0] / _DAY_SECONDS for one in pool if one.unit == "s" and one.candidates}
    days = {day for one in pool if one.kind is Kind.DATE for parts in one.dates if (day := _day(*parts))}
    if len(days) * len(spans) > _MOST_SCALED:
        return False
    months = {int(one.candidates[0]) for one in pool if one.unit == "month" and one.candidates}
    whole = [timedelta(days=span) for span in spans if span == int(span) and 0 < span < 4000]
    reached = {day + sign * span for day in days for span in whole for sign in (1, -1)}
    reached |= {_in_months(day, sign * count) for day in days for count in months if count < 1200 for sign in (1, -1)}
    wanted = {_day(*parts) for parts in figure.dates} - {None}
    return not wanted.isdisjoint(reached) or any(
        (one.month, one.day) == (other.month, other.day) and other.year == 2001
        for one in reached
        for other in wanted
        if other
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


def is_end(figure: Quantity, pool: Iterable[Quantity]) -> bool:
    """Whether a clock time is when something is over that begins at one of a few times held and takes as long as the
    longest duration: `21:50` of 19:30 and 2 hours 20 minutes."""
    pool = tuple(pool)
    begins = {time.candidates[0] for time in pool if time.kind is Kind.TIME and time.candidates}
    spans = [one.candidates[0] / 60 for one in pool if one.unit == "s" and one.candidates]
    if not spans or len(begins) > _FEW:
        return False
    return any((begin + max(spans)) % _DAY_MINUTES in figure.candidates for begin in begins)


def _in_months(day: date, months: int) -> date:
    """The same day so many months on, the last of a shorter month."""
    year, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    return date(min(max(year, 1), 9999), month + 1, min(day.day, monthrange(min(max(year, 1), 9999), month + 1)[1]))


def _day(year: int | None, month: int | None, day: int | None) -> date | None:
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
