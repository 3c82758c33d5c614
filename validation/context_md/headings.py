"""Finds the lines of a context.md that could open a section: level 1 or 2, with a section number or a section's name.

Code fences follow CommonMark, with one difference: a fence that is never closed is plain text here. Otherwise one
truncated tool output would swallow the synthesis behind it, and the draft under judgement would be its own evidence.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left
from dataclasses import dataclass, replace
from itertools import islice

from validation.domain.context import EVIDENCE_ROLES, SectionRole

MOST_LINES = 50_000
"""Headings and fences that are looked at: no document of pages has as many. 8 MB of headings took 15 s and 509 MB."""
_CANDIDATE = re.compile(r"(?m)^ {0,3}(?:#{1,2}[ \t]|(?P<fence>`{3,}|~{3,}))[^\n]*")
_OPENS = re.compile(r" {0,3}(?:#{1,2}[ \t]|`{3}|~{3}|<!--)")
_NUMBERED = re.compile(
    r" {0,3}#{1,2}[ \t]+(?:\*\*)?(?P<mark>§[ \t]?|section[ \t])?(?P<number>\d)(?![\d])"
    r"(?P<stop>\.(?!\d)|[ \t]{0,2}[:)–—-])?(?:[ \t]+(?P<title>\S.*))?[ \t]*",
    re.IGNORECASE,
)
_NAMED = re.compile(r" {0,3}#{1,2}[ \t]+(?P<title>\S.*)")
_UNSEEN = r"\u200b-\u200d\u2060\ufeff"
_BLANKS = rf"(?:[{_UNSEEN}]|[^\S\n]){{0,9}}"
_LOOSE_SYNTHESIS = re.compile(
    rf"(?mi)^ {{0,3}}[#\uff03][{_UNSEEN}]{{0,4}}[#\uff03]?{_BLANKS}(?P<number>[56])[.:)\u2024\uff0e]{_BLANKS}"
    rf"(?P<title>synthesis|draft response|final response)[^\S\n]{{0,9}}$"
)
"""As Markdown reads it no heading, for want of a plain blank, but meant as one: without it the draft is evidence."""

_NUMBERS = {
    SectionRole.QUERY: (0,),
    SectionRole.QUERY_VALIDATION: (1,),
    SectionRole.GATHERED: (2,),
    SectionRole.PLAN: (3,),
    SectionRole.EXECUTION: (4,),
    SectionRole.SYNTHESIS: (6, 5),
    SectionRole.VALIDATION: (7, 6),
}
"""The numbers a role can carry, the usual one first."""

_TITLES = {
    SectionRole.QUERY: ("user query", "original query", "raw query", "query", "user question", "user request"),
    SectionRole.QUERY_VALIDATION: ("query analysis", "query validation", "analysis validation", "reflection"),
    SectionRole.GATHERED: ("gathered context", "context", "retrieved context", "memory", "session context"),
    SectionRole.PLAN: ("plan", "task plan", "planner", "planning", "execution plan", "goals", "strategic plan"),
    SectionRole.EXECUTION: ("execution", "tool execution", "executor", "tool results", "research results", "workflow"),
    SectionRole.SYNTHESIS: ("synthesis", "response", "draft response", "final response"),
    SectionRole.VALIDATION: ("validation", "response validation"),
}
_UNNUMBERED = {
    "user query": SectionRole.QUERY, "original query": SectionRole.QUERY,
    "query analysis validation": SectionRole.QUERY_VALIDATION, "gathered context": SectionRole.GATHERED,
    "plan": SectionRole.PLAN, "task plan": SectionRole.PLAN, "execution progress": SectionRole.EXECUTION,
    "tool execution": SectionRole.EXECUTION, "synthesis": SectionRole.SYNTHESIS, "validation": SectionRole.VALIDATION,
}  # fmt: skip
_CLOSES = 2
_BY_NUMBER = {numbers[0]: role for role, numbers in _NUMBERS.items() if numbers[0] < 5}


@dataclass(frozen=True, slots=True)
class Heading:
    """A line that could open a section. `number` is None when it carries none; `rank` is its place in the order of
    sections; `named` says that its title begins as one a pipeline gives to this role, `exact` that it is one and stands
    where only a pipeline writes it; `fenced` that it stands in code or in an HTML comment."""

    role: SectionRole
    number: int | None
    rank: int
    title: str
    named: bool
    exact: bool
    fenced: bool
    start: int
    end: int


def headings_of(text: str) -> tuple[Heading, ...]:
    return find_headings(text)[0]


def find_headings(text: str) -> tuple[tuple[Heading, ...], bool]:
    """Every candidate in order, and whether there are more lines than are looked at. A document that numbers its
    section 0 numbers all of them, so names alone count only where it does not."""
    fences = _Fences()
    found = []
    hidden = _Comments(text)
    lines = _CANDIDATE.finditer(text)
    for line in islice(lines, MOST_LINES):
        if line["fence"]:
            fences.add(line, text)
        elif heading := _heading(
            line[0], fenced=hidden.hold(line.start()), start=line.start(), end=_behind(line, text)
        ):
            found.append(heading)
    found = fences.mark(found)
    if not any(heading.role is SectionRole.SYNTHESIS for heading in found):
        found = sorted([*found, *_loose_synthesis(text)], key=lambda heading: heading.start)
    numbered = any(heading.number is not None and heading.role is SectionRole.QUERY for heading in found)
    kept = tuple(heading for heading in found if heading.number is not None or not numbered)
    return kept, next(lines, None) is not None


def _loose_synthesis(text: str) -> list[Heading]:
    """At most one. It counts as fenced does: it closes the evidence when nothing else does, and opens nothing."""
    line = _LOOSE_SYNTHESIS.search(text)
    if line is None:
        return []
    number, role = int(line["number"]), SectionRole.SYNTHESIS
    return [Heading(role, number, number, line["title"], True, False, True, line.start(), _behind(line, text))]


def query_begins(text: str) -> int | None:
    """Behind the heading of section 0: the first that is one, since nobody but the author writes before it."""
    for line in islice(_CANDIDATE.finditer(text), MOST_LINES):
        heading = _heading(line[0], fenced=False, start=line.start(), end=_behind(line, text))
        if heading is not None and heading.role is SectionRole.QUERY:
            return heading.end
    return None


def is_structural(line: str) -> bool:
    """Whether it could open a section, code or a comment."""
    return _OPENS.match(line) is not None


def _behind(line: re.Match[str], text: str) -> int:
    """Behind its line feed."""
    return min(line.end() + 1, len(text))


class _Comments:
    """Which places stand in an HTML comment, asked in order of place; one that is never closed hides nothing here."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.start = self.end = -1

    def hold(self, place: int) -> bool:
        while self.end < place and self.start < len(self.text):
            self.start = _find(self.text, "<!--", max(self.end, 0))
            self.end = _find(self.text, "-->", self.start)
        return self.start < place < self.end < len(self.text)


def _find(text: str, mark: str, start: int) -> int:
    found = text.find(mark, start)
    return len(text) if found < 0 else found


def _heading(line: str, *, fenced: bool, start: int, end: int) -> Heading | None:
    line = line.rstrip()
    match = _NUMBERED.fullmatch(line)
    if match is None:
        return _by_name(line, fenced=fenced, start=start, end=end)
    number, title = int(match["number"]), _clean(match["title"] or "")
    role = _role(number, title)
    if role is None and not (match["stop"] or match["mark"] or not title):
        return None  # "## 5 best shoes" is somebody's headline
    named = role is not None
    role = role or _BY_NUMBER.get(number, SectionRole.OTHER)
    exact = _name(title) in _TITLES.get(role, ()) or _UNNUMBERED.get(_name(title)) is role
    return Heading(role, number, number, title, named, exact, fenced, start, end)


def _by_name(line: str, *, fenced: bool, start: int, end: int) -> Heading | None:
    match = _NAMED.fullmatch(line)
    title = _clean(match["title"]) if match else ""
    role = _UNNUMBERED.get(_name(title))
    if role is None:
        return None
    return Heading(role, None, _NUMBERS[role][0], title, True, role in EVIDENCE_ROLES, fenced, start, end)


def _role(number: int, title: str) -> SectionRole | None:
    name = _name(title)
    for role, starts in _TITLES.items():
        if number in _NUMBERS[role] and any(name == start or name.startswith(start + " ") for start in starts):
            return role
    return None


def _clean(title: str) -> str:
    return title.strip().rstrip("#").strip(" \t*_")


def _name(title: str) -> str:
    """`Validation (Attempt 2)` -> `validation`."""
    return title.partition("(")[0].strip(" :*").lower()


class _Fences:
    """The lines that could open or close code, as arrays: hostile text holds millions of them."""

    def __init__(self) -> None:
        self._starts, self._ends, self._lengths = array("q"), array("q"), array("q")
        self._kinds = bytearray()

    def add(self, line: re.Match[str], text: str) -> None:
        """A line of backticks with another one behind them is no fence."""
        mark, info = line["fence"], text[line.end("fence") : line.end()].strip()
        if mark[0] == "`" and "`" in info:
            return
        self._starts.append(line.start())
        self._ends.append(line.end())
        self._lengths.append(len(mark))
        self._kinds.append((mark[0] == "~") + (_CLOSES if not info else 0))

    def mark(self, headings: list[Heading]) -> list[Heading]:
        """The headings, those between the two lines of closed code as fenced."""
        closers = self._closers()
        marked = []
        index, until = 0, -1
        for heading in headings:
            while index < len(closers) and self._starts[index] < heading.start:
                if closers[index] < 0:
                    index += 1
                else:
                    until, index = self._ends[closers[index]], closers[index] + 1
            marked.append(replace(heading, fenced=True) if heading.start < until else heading)
        return marked

    def _closers(self) -> array[int]:
        """For each line that can open code and is closed somewhere: the first line that closes it, else -1.

        Walks backwards with one stack a marker whose lengths fall towards the top, so the nearest closer that is long
        enough is found by bisection and many unclosed fences stay linear."""
        stacks: tuple[list[tuple[int, int]], ...] = ([], [])
        closers = array("q", [-1]) * len(self._starts)
        for index in range(len(closers) - 1, -1, -1):
            length, stack = self._lengths[index], stacks[self._kinds[index] & 1]
            place = bisect_left(stack, 1 - length, key=lambda entry: -entry[0])
            if place:
                closers[index] = stack[place - 1][1]
            if self._kinds[index] & _CLOSES:
                while stack and stack[-1][0] <= length:
                    stack.pop()
                stack.append((length, index))
        return closers
