"""Who says a line of a chat whose first line alone has the name: `Agent (Rita): Hello.`, then `Agent: Done.`"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from validation.evidence.reading.line import LONGEST, Line, stems_of
from validation.evidence.words import alternatives, words_of

_ROLES = alternatives(words_of("chat.roles"))
_TURN = re.compile(
    rf"(?:^(?:\W?[\d:., -]{{4,24}}\W{{0,2}})?|(?<=; ))(?P<role>(?:[A-Z][a-z]+ )?(?i:{_ROLES}))"
    r"(?: \((?P<name>[A-Z][\w'’.-]+(?: [A-Z][\w'’.-]+){0,2})\))?(?=: )"
)
_HEADING = re.compile(r"^\\?#", re.MULTILINE)


def name_speakers(lines: Sequence[Line], text: str) -> tuple[Line, ...]:
    """The same lines, those of a role with its name. A role that has two names under one heading keeps none."""
    return tuple(line for chat in _under_headings(lines, text) for line in _named(chat))


def _under_headings(lines: Sequence[Line], text: str) -> Iterator[list[Line]]:
    found: list[Line] = []
    for line in lines:
        if found and _HEADING.search(text, found[-1].end, line.start):
            yield found
            found = []
        found.append(line)
    yield found


def _named(chat: Sequence[Line]) -> Iterator[Line]:
    names: dict[str, set[str]] = defaultdict(set)
    for turn in (turn for line in chat for turn in _TURN.finditer(line.text) if turn["name"]):
        names[turn["role"]].add(turn["name"])
    known: dict[str, str] = {}
    last = ""

    def with_name(turn: re.Match[str]) -> str:
        nonlocal last
        is_again, last = turn["role"] == last and turn.start("role") == turn.start(), turn["role"]
        if turn["name"] and len(names[turn["role"]]) == 1:
            known[turn["role"]] = turn["name"]
        is_known = turn["role"] in known and not is_again  # `Guest (Gold): ...`, `Guest: ...` may be two kinds
        return turn[0] if turn["name"] or not is_known else f"{turn[0]} ({known[turn['role']]})"

    for line in chat:
        said = _TURN.sub(with_name, line.text) if names else line.text
        yield line if said == line.text else replace(line, text=said[:LONGEST], words=line.words | stems_of(said))
