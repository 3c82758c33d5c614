"""Trailing remarks of a bullet: `(weight: 0.95)` and `(status: defeated, reason: text, with commas)`."""

from __future__ import annotations

import re

_WEIGHT = re.compile(r"\(weight:[ \t]{0,9}([^()]{1,40})\)[ \t]*$", re.IGNORECASE)
_NOTE = re.compile(r"\((?=[ \t]{0,9}(?:status|reason|confidence|scope)[ \t]{0,9}:)", re.IGNORECASE)
_KEY = re.compile(r"(?:^|,)[ \t]{0,9}(status|reason|confidence|scope)[ \t]{0,9}:", re.IGNORECASE)
_QUOTED = re.compile(r'"[^"\n]*"')


def weight_of(line: str) -> str | None:
    """The weight as it is written, None when the line ends without one."""
    found = _WEIGHT.search(line[-100:])
    return found[1].strip() if found else None


def note_of(line: str) -> dict[str, str]:
    """Splits on the known keys only, outside quotes, so that a reason may hold commas. Quotes are taken off."""
    opening = _NOTE.search(line)
    closing = line.rfind(")")
    if opening is None or closing < opening.end():
        return {}
    inner = line[opening.end() : closing]
    shadow = _QUOTED.sub(lambda match: "_" * len(match[0]), inner)
    marks = list(_KEY.finditer(shadow))
    ends = [mark.start() for mark in marks[1:]] + [len(inner)]
    return {mark[1].casefold(): _unquoted(inner[mark.end() : end]) for mark, end in zip(marks, ends, strict=True)}


def _unquoted(value: str) -> str:
    value = value.strip()
    return value[1:-1] if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'" else value
