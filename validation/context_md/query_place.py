"""Finds the position of the user's own words in a context, if they are submitted with it.

They are searched after the heading of section 0: first literally, then ignoring blanks, line breaks, and `>` and `\\`,
which pipelines add to quote or escape lines. Text at this position is never interpreted as structure.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Iterator

from validation.context_md.headings import is_structural, query_begins

Span = tuple[int, int]

_MOST_LOOKED_AT = 500_000
"""Characters after the heading that are searched for a query that is not found literally."""
_MOST_PLACES = 1_000
_BREAKS = re.compile(r"[\s>\\]+")
_BEFORE = re.compile(
    r"[ \t>\\]*(?:[-*+][ \t]+)?(?:[*_]{0,2}[A-Za-z][\w ]{0,40}[*_]{0,2}:[*_]{0,2}[ \t]*)?[\"'“‘«„`*_]*"
)
_AFTER = re.compile(r"[ \t\r\"'”’»“`*_]*")
_LONGEST_LABEL = 100


def query_spans(query: str, text: str) -> tuple[Span, ...]:
    """Spans of `query`: its own position first, then repetitions on separate lines. Empty without a section 0, or if
    the query is not found."""
    begin = query_begins(text)
    if begin is None:
        return ()
    wanted = query.strip()
    exact = list(_places(wanted, text, begin)) if wanted else []
    own = next((place for place in exact if _is_alone(place, text)), None)
    if own is None or text[begin : own[0]].strip():
        until = own[1] if own else begin + _MOST_LOOKED_AT
        loose = _loose_places(query, text, begin, min(until, begin + _MOST_LOOKED_AT))
        own = next((place for place in loose if _is_alone(place, text)), own)
        place = own or next(iter((*exact, *loose)), None)
    else:
        place = own
    if place is None:
        return ()
    return (place, *_repeated(wanted, text, place[1]))


def _repeated(wanted: str, text: str, begin: int) -> Iterator[Span]:
    """Repetitions of a query with several lines; a single line cannot open a section after its label. If the query
    begins like a section, a repetition at the start of a line may be the pipeline's own section, so it is skipped."""
    if "\n" in wanted:
        for place in _places(wanted, text, begin):
            begins_line = not text[text.rfind("\n", 0, place[0]) + 1 : place[0]].strip(" ")
            if _is_alone(place, text) and not (begins_line and is_structural(wanted)):
                yield place


def _places(wanted: str, text: str, begin: int) -> Iterator[Span]:
    for _ in range(_MOST_PLACES):
        start = text.find(wanted, begin)
        if start < 0:
            return
        yield start, start + len(wanted)
        begin = start + len(wanted)


def _is_alone(place: Span, text: str) -> bool:
    start, end = place
    line = text.rfind("\n", 0, start) + 1
    until = text.find("\n", end)
    until = len(text) if until < 0 else until
    if start - line > _LONGEST_LABEL or until - end > _LONGEST_LABEL:
        return False
    return bool(_BEFORE.fullmatch(text, line, start) and _AFTER.fullmatch(text, end, until))


def _loose_places(query: str, text: str, begin: int, end: int) -> list[Span]:
    """Matches ignoring blanks, line breaks, `>` and backslashes. A query of only these is at the start."""
    wanted = _BREAKS.sub(_break, query).strip()
    if not wanted:
        return [(begin, begin)]
    origins, plain = _plain(text[begin:end])
    found = _places(wanted, plain, 0)
    return [(begin + origins.of(start), begin + origins.of(stop - 1) + 1) for start, stop in found]


def _break(found: re.Match[str]) -> str:
    """A blank, or nothing for backslashes alone, which are within a line."""
    return " " if found[0].strip("\\") else ""


def _plain(text: str) -> tuple[_Origins, str]:
    origins, parts = _Origins(), []
    done = length = 0
    for found in _BREAKS.finditer(text):
        parts += [text[done : found.start()], _break(found)]
        length += found.start() - done + len(parts[-1])
        done = found.end()
        origins.add(length, done)
    return origins, "".join([*parts, text[done:]])


class _Origins:
    """Maps offsets in the output of `_plain` to offsets in its input."""

    def __init__(self) -> None:
        self._plain, self._text = array("q", [0]), array("q", [0])

    def add(self, plain: int, text: int) -> None:
        self._plain.append(plain)
        self._text.append(text)

    def of(self, plain: int) -> int:
        """The input offset of an output character that is not a break."""
        piece = bisect_right(self._plain, plain) - 1
        return self._text[piece] + plain - self._plain[piece]
