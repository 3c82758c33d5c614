"""Tools of the run that failed, as section 4 tells it: `**Result:** FAILED - timeout`."""

from __future__ import annotations

import re

from validation.domain.context import ContextDocument, SectionRole

_FAILED = re.compile(
    r"(?m)^[ \t*_-]{0,8}(?:Result|Status|Outcome)[*_]{0,3}:[*_]{0,3}[ \t]{0,4}"
    r"(?P<told>(?:FAIL(?:ED|URE)?|ERROR|TIMEOUT|TIMED OUT|UNAVAILABLE)\b[^\n]{0,120})"
)
_SUCCESS = re.compile(
    r"(?m)^[ \t*_-]{0,8}(?:Result|Status|Outcome)[*_]{0,3}:[*_]{0,3}[ \t]{0,4}(?:SUCCESS|OK|PARTIAL)\b"
)


def tool_failure(document: ContextDocument) -> str | None:
    """What the last tool that failed said; None when none did, or when a later one succeeded."""
    last: tuple[int, str] | None = None
    succeeded = -1
    for section in document.of(SectionRole.EXECUTION):
        body = document.body(section)
        last = max(((match.start(), match["told"].strip()) for match in _FAILED.finditer(body)), default=last)
        succeeded = max((match.start() for match in _SUCCESS.finditer(body)), default=succeeded)
    if last is None or last[0] < succeeded:
        return None
    return f"A tool failed: {last[1]}."
