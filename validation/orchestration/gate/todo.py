"""Finds a task in a TODO.md and reads its status and language.

A task is a line that begins with `### N.` (spec 4), so 12 matches neither `### 120.` nor `### 12.5`. The search is a
single pass, because a TODO.md may have megabytes.
"""

from __future__ import annotations

import re
from bisect import bisect_left

from validation.domain.text.letters import split_words
from validation.orchestration.gate.result import Task, listed

_HEADING = re.compile(r"#(?<![^\n\ufeff]#)## ([0-9]{1,12})\.(?![0-9])")
"""A line's `### N.`. Begins with a literal character, which the engine can search for: 2 MB take 1 ms."""

_SECTION_END = re.compile(r"\n#{1,3} ")
_FIELD = re.compile(
    r"\n[ \t>]{0,16}(?:[-*+] )?[ \t]{0,16}\*{0,2}(status|language|task type)\*{0,2}:\*{0,2}([^\n]*)", re.I
)
_SECTION_LIMIT = 200_000
_NEAREST = 3
_LONGEST = 12


def find_task(todo: str, number: str) -> Task | None:
    """The first task with exactly this number; leading zeros count."""
    start = _heading_end(todo, number)
    if start is None:
        return None
    body = _section(todo, start)
    title, _, _ = body.partition("\n")
    fields: dict[str, str] = {}
    for match in _FIELD.finditer(body):
        fields.setdefault(match[1].lower(), match[2])
    language = fields.get("language", fields.get("task type", "")).strip().lower()
    return Task(int(number), title.strip(), _status(fields.get("status", "")), language or None)


def existing_near(todo: str, number: str) -> str:
    """A hint for a missing number: the closest numbers that exist."""
    numbers = sorted(set(map(int, _HEADING.findall(todo))))
    if not numbers:
        return "it holds no task heading; a task begins with a line such as `### 12. Title`"
    near = _beginning_alike(numbers, int(number)) or _nearest(numbers, int(number))
    verb = "exists" if len(near) == 1 else "exist"
    return f"{listed([str(found) for found in near])} {verb}"


def _beginning_alike(numbers: list[int], wanted: int) -> list[int]:
    """Numbers that begin with the wanted digits: 120 to 129 for 12, then 1200 to 1299, and so on."""
    tens = [10**power for power in range(1, _LONGEST + 1)] if wanted else []
    spans = ((bisect_left(numbers, wanted * ten), bisect_left(numbers, (wanted + 1) * ten)) for ten in tens)
    return [found for low, high in spans for found in numbers[low : min(high, low + _NEAREST)]][:_NEAREST]


def _nearest(numbers: list[int], wanted: int) -> list[int]:
    place = bisect_left(numbers, wanted)
    around = numbers[max(0, place - _NEAREST) : place + _NEAREST]
    return sorted(sorted(around, key=lambda found: abs(found - wanted))[:_NEAREST])


def _heading_end(todo: str, number: str) -> int | None:
    heading = f"### {number}."
    # From the end first: for an absent heading that search is up to three times as fast as from the start.
    if todo.rfind(heading) < 0:
        return None
    begin = 1 if todo.startswith("\ufeff") else 0  # a byte-order mark
    start = begin if todo.startswith(heading, begin) else _next(todo, heading, 0)
    while start >= 0 and todo[start + len(heading) : start + len(heading) + 1].isdigit():
        start = _next(todo, heading, start + 1)
    return start + len(heading) if start >= 0 else None


def _next(todo: str, heading: str, after: int) -> int:
    found = todo.find("\n" + heading, after)
    return found + 1 if found >= 0 else -1


def _section(todo: str, start: int) -> str:
    """The text up to the next heading of this or a higher level."""
    end = _SECTION_END.search(todo, start, start + _SECTION_LIMIT)
    return todo[start : end.start() if end else start + _SECTION_LIMIT]


def _status(stated: str) -> str | None:
    """Normalizes `[NOT STARTED]`, `Not Started` and `NOT STARTED (since May)` to `not_started`."""
    bracketed = re.search(r"\[([^\[\]]{1,60})\]", stated)
    words = bracketed[1] if bracketed else stated.partition("(")[0]
    return "_".join(split_words(words.lower())) or None
