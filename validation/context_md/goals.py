"""Reads the planner's goals in section 3 (spec 1, section 8)."""

from __future__ import annotations

import re

from validation.domain.attempt import Goal
from validation.domain.context import ContextDocument, SectionRole

_GOAL = re.compile(
    r"[ \t]{0,8}(?:\|[ \t]{0,4})?(?:(?:[-*+]|\d{1,2}[.)])[ \t]{1,4})?(?:\[[ xX]\][ \t]{1,4})?[*_`\[]{0,3}"
    r"(?P<id>GOAL_\d{1,3})[*_`\]]{0,3}[ \t]{0,4}(?:\([^)\n]{0,60}\)[ \t]{0,4})?[:|–—-]{1,2}[*_`]{0,3}(?P<rest>.*)",
    re.IGNORECASE,
)


def goals_of(document: ContextDocument) -> tuple[Goal, ...]:
    """The goals of GOAL_n lines in order, from lists or tables; the first line counts for a repeated id."""
    goals: dict[str, Goal] = {}
    for section in document.of(SectionRole.PLAN):
        for line in document.body(section).split("\n"):
            match = _GOAL.match(line)
            description = _description(line, match["rest"]) if match else ""
            if match and description:
                name = match["id"].upper()
                goals.setdefault(name, Goal(name, description))
    return tuple(goals.values())


def _description(line: str, rest: str) -> str:
    if line.lstrip().startswith("|"):
        rest = rest.partition("|")[0]
    return rest.strip().strip("*_ \t").strip()
