"""When something begins and ends, told in two fields, as one span: calendars tell it so."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from validation.evidence.reading.line import Line

_MOMENT = re.compile(r"(?P<day>\d{4}-\d\d-\d\d)[T ](?P<time>\d\d:\d\d)(?::\d\d(?:\.\d{1,6})?)?(?:Z|[+-]\d\d:?\d\d)?")
_BEGINS = frozenset(("start", "starts", "starts at", "start time", "start date", "begin", "begins", "begins at"))
_ENDS = frozenset(("end", "ends", "ends at", "end time", "end date"))


def with_span(line: Line) -> Line:
    """The line with beginning and end of its thing in one field."""
    return replace(line, text=_joined(line.text))


def _joined(text: str) -> str:
    parts = text.split("; ")
    found = [(name.lower(), place, moment) for place, name, moment in _moments(parts)]
    begins, ends = (
        next(((place, moment) for name, place, moment in found if name in names), None) for names in (_BEGINS, _ENDS)
    )
    if begins is None or ends is None:
        return text
    (first, begin), (second, end) = begins, ends
    until = end["time"] if end["day"] == begin["day"] else f"{end['day']} {end['time']}"
    parts[first] = f"time: {begin['day']} from {begin['time']} to {until}"
    del parts[second]
    return "; ".join(parts)


def _moments(parts: Sequence[str]) -> Iterator[tuple[int, str, re.Match[str]]]:
    for place, part in enumerate(parts):
        name, _, said = part.partition(": ")
        moment = _MOMENT.fullmatch(said.rstrip("."))
        if moment is not None:
            yield place, name, moment
