"""The body of a belief line by line: its section, and the line with code and comments blanked out.

Blanked means replaced by spaces of equal length, so that what is found keeps its column.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from beliefs.domain.belief import Section

_HEADING = re.compile(r"(#{1,2})[ \t]+(\S.*)$")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})(.*)$")
_TICKS = re.compile(r"`+")
_NAMES = {section.value.casefold().replace("-", " "): section for section in Section}


@dataclass(frozen=True, slots=True)
class BodyLine:
    """`section` is empty before the first heading, else the section's name or the heading's own words; `lead` is True
    between the title and the first section."""

    number: int
    section: str
    text: str
    prose: str
    lead: bool


class _Reader:
    def __init__(self, text: str, first_line: int) -> None:
        self._raw = text.splitlines() if "\r" in text else text.split("\n")
        self._first = first_line
        self._section = ""
        self._lead = False
        self._comment = False
        self._fence = ""

    def lines(self) -> Iterator[BodyLine]:
        for number, raw in enumerate(self._raw, start=self._first):
            if self._fence:
                self._fence = "" if self._closes_fence(raw) else self._fence
                continue
            fence = None if self._comment else _FENCE.match(raw)
            if fence is not None and "`" not in fence[2]:
                self._fence = fence[1]
                continue
            prose = self._blanked(raw)
            if not self._is_heading(prose):
                yield BodyLine(number, self._section, raw, prose, self._lead)

    def _is_heading(self, prose: str) -> bool:
        heading = _HEADING.match(prose)
        if heading is None:
            return False
        words = heading[2].strip().rstrip("#").strip()
        known = _NAMES.get(words.casefold().replace("-", " "))
        self._lead = heading[1] == "#" and known is None
        self._section = "" if self._lead else (known or words)
        return True

    def _closes_fence(self, raw: str) -> bool:
        stripped = raw.strip()
        return len(stripped) >= len(self._fence) and set(stripped) == {self._fence[0]}

    def _blanked(self, raw: str) -> str:
        return self._without_comments(without_code(raw))

    def _without_comments(self, line: str) -> str:
        if not self._comment and "<!--" not in line:
            return line
        kept: list[str] = []
        at = 0
        while at < len(line):
            mark = "-->" if self._comment else "<!--"
            found = line.find(mark, at)
            end = len(line) if found < 0 else found + (3 if self._comment else 0)
            kept.append(" " * (end - at) if self._comment else line[at:end])
            if found >= 0:
                self._comment = not self._comment
            at = end
        return "".join(kept)


def read_body(text: str, *, first_line: int) -> tuple[BodyLine, ...]:
    """`text` is the file behind its front matter; fenced code is left out."""
    return tuple(_Reader(text, first_line).lines())


def without_code(line: str) -> str:
    """Inline code blanked out: a run of backticks closes with the next run of the same length (CommonMark 6.1)."""
    runs = list(_TICKS.finditer(line))
    if len(runs) < 2:
        return line
    following: dict[int, int] = {}
    closes: dict[int, int] = {}
    for place in range(len(runs) - 1, -1, -1):
        length = len(runs[place][0])
        if length in following:
            closes[place] = following[length]
        following[length] = place
    kept, at, place = [], 0, 0
    while place < len(runs):
        if place in closes:
            end = runs[closes[place]].end()
            kept += [line[at : runs[place].start()], " " * (end - runs[place].start())]
            at, place = end, closes[place]
        place += 1
    return "".join(kept) + line[at:]
