"""When something begins and ends, told in two fields or in two objects, as one span: calendars tell it so."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from validation.evidence.reading.line import LONGEST, Line

_MOMENT = re.compile(r"(?P<day>\d{4}-\d\d-\d\d)[T ](?P<time>\d\d:\d\d)(?::\d\d(?:\.\d{1,6})?)?(?:Z|[+-]\d\d:?\d\d)?")
_BEGINS = frozenset(("start", "starts", "starts at", "start time", "start date", "begin", "begins", "begins at"))
_ENDS = frozenset(("end", "ends", "ends at", "end time", "end date"))
_OWN = "; date Time: "
"""Of a moment that is an object of its own: `start; date Time: 2026-03-12T14:30`."""


def join_spans(lines: Sequence[Line]) -> Iterator[Line]:
    """The lines, beginning and end of one thing in one field."""
    return (replace(line, text=_joined(line.text)) for line in _without_objects(lines))


def _without_objects(lines: Sequence[Line]) -> Iterator[Line]:
    """Moments that are objects of their own as fields of the line before."""
    last: Line | None = None
    for line in lines:
        name, _, said = line.text.partition(_OWN)
        is_moment = name.lower() in _BEGINS | _ENDS and _MOMENT.fullmatch(said) is not None
        if is_moment and last is not None and len(last.text) + len(line.text) < LONGEST:
            last = replace(last, text=f"{last.text}; {name}: {said}", words=last.words | line.words, end=line.end)
            continue
        if last is not None:
            yield last
        last = line
    if last is not None:
        yield last


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
