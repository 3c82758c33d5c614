"""Where the user's own words stand in a context, when they are known beside it.

They are looked for behind the heading of section 0: word for word, else but for blanks, line breaks, and `>` and `\\`,
which pipelines put before lines to quote or escape them. What stands there is text, whatever it looks like.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Iterator

from validation.context_md.headings import is_structural, query_begins

Span = tuple[int, int]

_MOST_LOOKED_AT = 500_000
"""Characters behind the heading in which a query is looked for that does not stand there word for word."""
_MOST_PLACES = 1_000
_BREAKS = re.compile(r"[\s>\\]+")
_BEFORE = re.compile(
    r"[ \t>\\]*(?:[-*+][ \t]+)?(?:[*_]{0,2}[A-Za-z][\w ]{0,40}[*_]{0,2}:[*_]{0,2}[ \t]*)?[\"'“‘«„`*_]*"
)
_AFTER = re.compile(r"[ \t\r\"'”’»“`*_]*")
_LONGEST_LABEL = 100


def query_spans(query: str, text: str) -> tuple[Span, ...]:
    """Where `query` stands, its own place first, then where the pipeline repeats it on lines of their own. Empty where
    there is no section 0 or the query stands in it nowhere."""
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
    """Only of a query of several lines: another one opens nothing that its label or list does not. Where it begins as a
    section does, a repetition at the beginning of a line may be the pipeline's own section."""
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
    """But for blanks, line breaks, `>` and backslashes. A query of nothing else stands at the beginning."""
    wanted = _BREAKS.sub(_break, query).strip()
    if not wanted:
        return [(begin, begin)]
    origins, plain = _plain(text[begin:end])
    found = _places(wanted, plain, 0)
    return [(begin + origins.of(start), begin + origins.of(stop - 1) + 1) for start, stop in found]


def _break(found: re.Match[str]) -> str:
    """Nothing for backslashes alone, which stand within a line."""
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
    """Which place of a text stands at a place of what `_plain` made of it."""

    def __init__(self) -> None:
        self._plain, self._text = array("q", [0]), array("q", [0])

    def add(self, plain: int, text: int) -> None:
        self._plain.append(plain)
        self._text.append(text)

    def of(self, plain: int) -> int:
        """Of a character that is no break."""
        piece = bisect_right(self._plain, plain) - 1
        return self._text[piece] + plain - self._plain[piece]
