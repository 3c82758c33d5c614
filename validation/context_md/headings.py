"""Finds the lines of a context.md that could open a section: level 1 or 2, with a section number or a section's name.

Code fences follow CommonMark, with one difference: a fence that is never closed is plain text here. Otherwise one
truncated tool output would swallow the synthesis behind it, and the draft under judgement would be its own evidence.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass

from validation.domain.context import EVIDENCE_ROLES, SectionRole

_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})(.*)", re.DOTALL)
_NUMBERED = re.compile(
    r" {0,3}#{1,2}[ \t]+(?:\*\*)?(?P<mark>§[ \t]?|section[ \t])?(?P<number>\d)(?![\d])"
    r"(?P<stop>\.(?!\d)|[ \t]{0,2}[:)–—-])?(?:[ \t]+(?P<title>\S.*))?[ \t]*",
    re.IGNORECASE,
)
_NAMED = re.compile(r" {0,3}#{1,2}[ \t]+(?P<title>\S.*)")

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
    "user query": SectionRole.QUERY,
    "original query": SectionRole.QUERY,
    "query analysis validation": SectionRole.QUERY_VALIDATION,
    "gathered context": SectionRole.GATHERED,
    "plan": SectionRole.PLAN,
    "task plan": SectionRole.PLAN,
    "execution progress": SectionRole.EXECUTION,
    "tool execution": SectionRole.EXECUTION,
    "synthesis": SectionRole.SYNTHESIS,
    "validation": SectionRole.VALIDATION,
}
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
    """Every candidate in order. A document that numbers its section 0 numbers all of them, so names alone count
    only where it does not."""
    lines = _lines(text)
    fenced = _fenced(lines)
    hidden = _Comments(text)
    found = []
    start = 0
    for index, line in enumerate(lines):
        end = start + len(line)
        heading = None
        if "#" in line[:4]:
            heading = _heading(line, fenced=fenced[index] or hidden.hold(start), start=start, end=end)
        if heading is not None:
            found.append(heading)
        start = end
    numbered = any(heading.number is not None and heading.role is SectionRole.QUERY for heading in found)
    return tuple(heading for heading in found if heading.number is not None or not numbered)


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


def _lines(text: str) -> list[str]:
    """Cut after every line feed only: a form feed or U+2028 inside a value starts no Markdown line."""
    pieces = text.split("\n")
    return [piece + "\n" for piece in pieces[:-1]] + pieces[-1:]


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


def _fenced(lines: list[str]) -> list[bool]:
    """For each line whether it belongs to a closed code fence, its two marker lines included."""
    closers = _closers(lines)
    inside = [False] * len(lines)
    index = 0
    while index < len(lines):
        closer = closers.get(index)
        if closer is not None:
            inside[index : closer + 1] = [True] * (closer + 1 - index)
            index = closer
        index += 1
    return inside


def _closers(lines: list[str]) -> dict[int, int]:
    """For each line that can open a fence and is closed somewhere: the first line that closes it.

    Walks backwards with one stack a marker whose lengths fall towards the top, so the nearest closer that is long
    enough is found by bisection and many unclosed fences stay linear."""
    stacks: dict[str, list[tuple[int, int]]] = {"`": [], "~": []}
    closers: dict[int, int] = {}
    for index in range(len(lines) - 1, -1, -1):
        match = _FENCE.match(lines[index]) if "`" in lines[index][:4] or "~" in lines[index][:4] else None
        if match is None:
            continue
        marker, length, info = match[1][0], len(match[1]), match[2].strip()
        if marker == "`" and "`" in info:
            continue
        stack = stacks[marker]
        place = bisect_left(stack, 1 - length, key=lambda entry: -entry[0])
        if place:
            closers[index] = stack[place - 1][1]
        if not info:
            while stack and stack[-1][0] <= length:
                stack.pop()
            stack.append((length, index))
    return closers
