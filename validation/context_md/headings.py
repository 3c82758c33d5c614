"""Finds lines of a context.md that could open a section: level 1 or 2, with a section's number or name.

Code fences follow CommonMark, except that an unclosed fence is plain text. Otherwise truncated tool output would absorb
the synthesis after it, and the draft would become its own evidence.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left
from dataclasses import dataclass, replace
from itertools import islice

from validation.domain.context import EVIDENCE_ROLES, SectionRole

MOST_LINES = 50_000
"""Limit of headings and fences, far above real documents: 8 MB of headings took 15 s and 509 MB."""
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
"""Not a heading in Markdown, because it has no plain blank, but meant as one: ignored, the draft would be evidence."""

_NUMBERS = {
    SectionRole.QUERY: (0,),
    SectionRole.QUERY_VALIDATION: (1,),
    SectionRole.GATHERED: (2,),
    SectionRole.PLAN: (3,),
    SectionRole.EXECUTION: (4,),
    SectionRole.SYNTHESIS: (6, 5),
    SectionRole.VALIDATION: (7, 6),
}
"""Numbers of each role, the usual one first."""

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
    """A line that could open a section. `number` is None without one; `rank` is its position in the order of sections;
    `named`: the title begins with a name of this role; `exact`: it equals one, in a form that only pipelines write;
    `fenced`: it is inside code or an HTML comment."""

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
    """All candidates in order, and whether MOST_LINES was exceeded. Headings without a number count only if section 0
    has none."""
    text = without_mark(text)
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


def without_mark(text: str) -> str:
    """The text with an empty line for a byte-order mark at its start, so that offsets stay as they are."""
    return f"\n{text[1:]}" if text.startswith("\ufeff") else text


def _loose_synthesis(text: str) -> list[Heading]:
    """At most one heading. Like a fenced one it ends the evidence if nothing else does, and opens nothing."""
    line = _LOOSE_SYNTHESIS.search(text)
    if line is None:
        return []
    number, role = int(line["number"]), SectionRole.SYNTHESIS
    return [Heading(role, number, number, line["title"], True, False, True, line.start(), _behind(line, text))]


def query_begins(text: str) -> int | None:
    """The offset after the heading of section 0: the first such heading, since only the author writes before it."""
    text = without_mark(text)
    for line in islice(_CANDIDATE.finditer(text), MOST_LINES):
        heading = _heading(line[0], fenced=False, start=line.start(), end=_behind(line, text))
        if heading is not None and heading.role is SectionRole.QUERY:
            return heading.end
    return None


def is_structural(line: str) -> bool:
    """Whether the line could open a section, code or a comment."""
    return _OPENS.match(line) is not None


def _behind(line: re.Match[str], text: str) -> int:
    """The offset after the line feed."""
    return min(line.end() + 1, len(text))


class _Comments:
    """Says whether offsets are in HTML comments, for ascending offsets. An unclosed comment hides nothing."""

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
        return None  # a headline such as "## 5 best shoes"
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
    """The name in a title: `Validation (Attempt 2)` becomes `validation`."""
    return title.partition("(")[0].strip(" :*").lower()


class _Fences:
    """Lines that could open or close code. Stored in arrays, because hostile text has millions of them."""

    def __init__(self) -> None:
        self._starts, self._ends, self._lengths = array("q"), array("q"), array("q")
        self._kinds = bytearray()

    def add(self, line: re.Match[str], text: str) -> None:
        """Adds a fence. Backticks followed by more backticks on the line are not a fence."""
        mark, info = line["fence"], text[line.end("fence") : line.end()].strip()
        if mark[0] == "`" and "`" in info:
            return
        self._starts.append(line.start())
        self._ends.append(line.end())
        self._lengths.append(len(mark))
        self._kinds.append((mark[0] == "~") + (_CLOSES if not info else 0))

    def mark(self, headings: list[Heading]) -> list[Heading]:
        """The headings, with those inside closed code marked as fenced."""
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
        """For each line that opens code, the index of the first line that closes it, else -1.

        Walks backwards with one stack per marker. Lengths decrease towards the top, so bisection finds the nearest
        closer that is long enough, and many unclosed fences take linear time."""
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
