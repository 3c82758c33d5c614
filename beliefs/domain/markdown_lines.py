"""Splits the body of a belief into lines with their section, with code and comments blanked out.

Blanked text is replaced by as many spaces, so that columns stay the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from beliefs.domain.belief import Section

_HEADING = re.compile(r"( {0,3})(#{1,6})[ \t]+(\S.*)$")
_DIVIDING = 2
"""Headings down to this level end a section; deeper ones are its text, unless they name a section themselves."""
_FENCE = re.compile(r"(`{3,}|~{3,})(.*)$")
_BULLET = re.compile(r"([-*+]|\d{1,9}[.)])( +|$)")
_TICKS = re.compile(r"`+")
_AROUND = " \t*_:"
_NO_LEVEL = 7
"""Deeper than any heading."""
_AGAINST = (Section.ATTACKS, Section.ATTACKED_BY)
"""Only these are no evidence as deeper headings below Evidence; all others there group it."""
_NAMES = {section.value.casefold().replace("-", " "): section for section in Section}


@dataclass(frozen=True, slots=True)
class BodyLine:
    """`section` is empty before the first heading, else a Section or the text of the heading; `lead` is True between
    the title and the first section."""

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
        self._level = _DIVIDING
        self._evidence = _NO_LEVEL  # the level of the Evidence that the section is, or is below
        self._lead = False
        self._comment = False
        self._fence = ""
        self._fence_column = 0
        self._items: list[int] = []  # the columns at which the text of the open list items begins
        self._after_blank = False

    def lines(self) -> Iterator[BodyLine]:
        for number, raw in enumerate(self._raw, start=self._first):
            if self._is_code(raw):
                continue
            prose = self._blanked(raw)
            if not self._is_heading(prose):
                yield BodyLine(number, self._section, raw, prose, self._lead)

    def _is_code(self, raw: str) -> bool:
        """Fenced code, or indented by four or more columns beyond its list item after a blank line (CommonMark 4.4,
        4.5). The end of a list item closes its fence."""
        line = raw.expandtabs(4)
        text = line.lstrip(" ")
        column = len(line) - len(text)
        if not text.strip():
            self._after_blank = True
            return bool(self._fence)
        if self._fence and column >= self._fence_column:
            self._fence = "" if self._closes_fence(raw) else self._fence
            return True
        self._fence = ""
        after_blank, self._after_blank = self._after_blank, False
        if self._comment:
            return False
        bullet, fence = _BULLET.match(text), _FENCE.match(text)
        while self._items and self._items[-1] > column and (after_blank or bullet or fence):
            self._items.pop()
        if column - self._column() > 3:
            self._after_blank = after_blank
            return after_blank
        if bullet is not None:
            blanks = len(bullet[2])
            self._items.append(column + len(bullet[1]) + (blanks if 1 <= blanks <= 4 else 1))
            fence = _FENCE.match(text, bullet.end())
        if fence is None or "`" in fence[2]:
            return False
        self._fence, self._fence_column = fence[1], self._column()
        return True

    def _column(self) -> int:
        return self._items[-1] if self._items else 0

    def _is_heading(self, prose: str) -> bool:
        heading = _HEADING.match(prose)
        if heading is None:
            return False
        indent, level, words = heading[1], max(len(heading[2]), _DIVIDING), heading[3].strip().rstrip("#").strip()
        known = _NAMES.get(words.strip(_AROUND).casefold().replace("-", " "))
        if known is None and ((indent and self._items) or level > self._level):
            return False
        deeper = level > self._evidence
        if deeper and known not in _AGAINST and (self._section == Section.EVIDENCE or level <= self._level):
            self._section, self._level = Section.EVIDENCE, self._evidence
            return False
        self._items.clear()
        self._level = level
        if not deeper:
            self._evidence = level if known == Section.EVIDENCE else _NO_LEVEL
        self._lead = heading[2] == "#" and known is None
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
    """`text` is the file after its front matter, `first_line` the line at which it begins. Omits code blocks."""
    return tuple(_Reader(text, first_line).lines())


def without_code(line: str) -> str:
    """Blanks inline code: a run of backticks is closed by the next run of the same length (CommonMark 6.1)."""
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
