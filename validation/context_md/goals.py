"""Reads the planner's goals in section 3 (spec 1, section 8)."""

from __future__ import annotations

import re

from validation.domain.attempt import Goal
from validation.domain.context import ContextDocument, SectionRole

_MARK = "[*_`]{0,3}"
_GOAL = re.compile(
    r"[ \t]{0,8}(?:(?:#{1,6}|[|>])[ \t]{0,4})?(?:(?:[-*+]|\d{1,2}[.)])[ \t]{1,4})?(?:\[[ xX]\][ \t]{1,4})?[*_`\[]{0,3}"
    r"(?:Goal[ \t]{1,4})?(?P<id>GOAL_\d{1,3})[*_`\]]{0,3}[ \t]{0,4}(?:\([^)\n]{0,60}\)[ \t]{0,4})?"
    r"[:|–—-]{1,2}(?![>-])[*_`]{0,3}(?P<rest>.*)",
    re.IGNORECASE,
)
"""With an arrow plans assign tasks to goals."""
_ENTRY = re.compile(
    rf"[ \t]{{0,8}}(?:[-*+][ \t]{{1,4}})?{_MARK}id{_MARK}[ \t]{{0,4}}:{_MARK}[ \t]{{0,4}}{_MARK}(?P<id>GOAL_\d{{1,3}})"
    rf"{_MARK}[ \t]{{0,4}}\n[ \t]{{0,8}}{_MARK}description{_MARK}[ \t]{{0,4}}:{_MARK}(?P<rest>.*)",
    re.IGNORECASE,
)
"""`id: GOAL_1` with `description: ...` on the next line."""


def goals_of(document: ContextDocument) -> tuple[Goal, ...]:
    """The goals of GOAL_n lines in order, from lists, headings or tables; the first line counts for a repeated id."""
    goals: dict[str, Goal] = {}
    for section in document.of(SectionRole.PLAN):
        lines = document.body(section).split("\n")
        for line, following in zip(lines, [*lines[1:], ""], strict=True):
            match = _GOAL.match(line) or _ENTRY.match(f"{line}\n{following}")
            description = _description(line, match["rest"]) if match else ""
            if match and description:
                goals.setdefault(match["id"].upper(), Goal(match["id"].upper(), description))
    return tuple(goals.values())


def _description(line: str, rest: str) -> str:
    if line.lstrip().startswith("|"):
        rest = rest.partition("|")[0]
    return rest.strip().strip("*_ \t").strip()
