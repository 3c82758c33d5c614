"""Opening hours of several days as one sentence: the reader takes seven fields of a row for seven things."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from validation.evidence.document.values import weekdays_of
from validation.evidence.language.lexicon import WEEKDAYS
from validation.evidence.quantities.hour_ranges import DAYS, HOURS, RANGE_ENDS
from validation.evidence.reading.line import LONGEST, Line, stems_of

_OPENS = frozenset(("open", "opens", "opening", "opening time", "open time"))
_CLOSES = frozenset(("close", "closes", "closing", "closing time", "close time"))
_NAMED = re.compile(r"[\w ]{1,30}: (?=[A-Za-z]{3,9}: )")
_SAYS_OPEN = re.compile(r"\b(?:open\w*|close\w*)\b", re.IGNORECASE)
_FEWEST = 2
"""Days; one alone the reader reads."""


@dataclass(frozen=True, slots=True)
class _Entry:
    """What a line says before its days, the hours of each day, and what it says behind them."""

    front: str
    hours: dict[str, str]
    before: str = ""
    behind: str = ""

    @property
    def is_all(self) -> bool:
        """Whether the line says nothing else."""
        return not (self.before or self.behind)


def join_hours(lines: Sequence[Line]) -> Iterator[Line]:
    """The lines, days and hours of one place in one sentence."""
    at = 0
    while at < len(lines):
        line, entry, end = lines[at], _read(lines[at].text), at + 1
        while entry and not entry.behind and end < len(lines) and (more := _of_same(line, entry, lines[end])):
            entry = replace(entry, hours=entry.hours | more.hours)
            end += 1
        if entry is None or len(entry.hours) < _FEWEST:
            yield line
            at += 1
            continue
        words = frozenset[str]().union(*(one.words for one in lines[at:end]))
        for text in (entry.before, _sentence(line, entry), entry.behind):
            if text:
                yield Line(text[:LONGEST], line.subject, words | stems_of(text), line.start, lines[end - 1].end)
        at = end


def _of_same(first: Line, entry: _Entry, line: Line) -> _Entry | None:
    """What another line tells of other days of the same place, and nothing else."""
    more = _read(line.text) if line.subject == first.subject else None
    is_more = more and more.is_all and more.front in ("", entry.front) and entry.hours.keys().isdisjoint(more.hours)
    return more if is_more else None


def _read(text: str) -> _Entry | None:
    """Of `Cafe Lind; Monday: 9:00-17:00; Sunday: closed`, `Cafe Lind; opening hours: Monday: 9:00-17:00`, or `Monday;
    open: 9:00; close: 17:00`."""
    parts = text.rstrip(".").split("; ")
    cells = [_NAMED.sub("", part).partition(": ")[::2] for part in parts]
    more = [(name, value) for name, value in cells[1:] if value != parts[0]]
    if more and DAYS.fullmatch(parts[0]) and (value := _of_a_day(more)):
        return _Entry("", dict.fromkeys(_weekdays(parts[0]), value))
    are_days = [
        DAYS.fullmatch(name) is not None and HOURS.fullmatch(value.strip()) is not None for name, value in cells
    ]
    if True not in are_days:
        return None
    first = are_days.index(True)
    last = next((at for at in range(first, len(cells)) if not are_days[at]), len(cells))
    front = parts[0] if first and not cells[0][1] else ""
    before = "; ".join(parts[:first]) if first > bool(front) else ""
    hours = {day: value.strip() for name, value in cells[first:last] for day in _weekdays(name)}
    behind = "; ".join(part for part in (front, *parts[last:]) if part) if last < len(parts) else ""
    return _Entry(front, hours, before, behind)


def _of_a_day(cells: Sequence[tuple[str, str]]) -> str:
    """Of its opening and its closing time; empty where it has something else."""
    if len(cells) == 1 and HOURS.fullmatch(cells[0][1].strip()):
        return cells[0][1].strip()
    times = [value for names in (_OPENS, _CLOSES) for name, value in cells if name.lower() in names]
    value = "-".join(times)
    return value if len(times) == len(cells) == 2 and HOURS.fullmatch(value) else ""


def _weekdays(name: str) -> list[str]:
    found = weekdays_of(name)
    return [day for day in WEEKDAYS if day in found]


def _sentence(line: Line, entry: _Entry) -> str:
    spans = list(_spans(entry.hours))
    opened = [f"{_named(days)} {_ends(value)}" for value, days in spans if value.lower() != "closed"]
    closed = [_named(days) for value, days in spans if value.lower() == "closed"]
    if not closed and not _SAYS_OPEN.search(f"{line.subject} {entry.front} {line.text}"):
        return "; ".join(part for part in (entry.front, f"hours: {', '.join(opened)}") if part)
    name = entry.front or "It"
    sentences = [f"{name} is open on {', on '.join(opened)}."] if opened else []
    return " ".join((*sentences, f"It is closed on {' and on '.join(closed)}.") if closed else sentences)


def _spans(hours: dict[str, str]) -> Iterator[tuple[str, list[str]]]:
    """Days that follow each other and have the same hours."""
    days = [(place, day) for place, day in enumerate(WEEKDAYS) if day in hours]
    for (value, _), group in groupby(enumerate(days), key=lambda one: (hours[one[1][1]], one[1][0] - one[0])):
        yield value, [day for _, (_, day) in group]


def _named(days: Sequence[str]) -> str:
    """`Monday to Friday`; all seven are every day too."""
    named = f"{days[0].capitalize()} to {days[-1].capitalize()}" if len(days) > 1 else days[0].capitalize()
    return f"{named}, every day," if len(days) == len(WEEKDAYS) else named


def _ends(value: str) -> str:
    return " and ".join(f"from {_whole(one['begin'])} to {_whole(one['end'])}" for one in RANGE_ENDS.finditer(value))


def _whole(time: str) -> str:
    """With its minutes: `9` and `12:0` alone are no clock times."""
    hour, colon, minute = time.partition(":")
    if time.isdigit() or (colon and len(minute) == 1 and minute.isdigit()):
        return f"{hour}:{minute.zfill(2) if colon else '00'}"
    return time
