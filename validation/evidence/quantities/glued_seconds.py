"""Which `30s` are seconds: `the 80s` and `her 30s` are decades, `two 747s` several things."""

from __future__ import annotations

import re

from validation.evidence.words import any_of, pattern_of

_SET = re.compile(r"=[ \t]?[\"`]?$|[~<>≤≥≈][ \t]?$|:[ \t]?[\"`]$")
_LABELLED = re.compile(
    rf"(?:\||(?:{pattern_of('glued_seconds.waits')}|{pattern_of('glued_seconds.labels')})(?:_\w*|[ ]\w+)?"
    r"[\"`*]{0,3}[ \t]?:\**)[ \t]*$",
    re.IGNORECASE,
)
_ENDS = re.compile(r"s[ \t]*(?:[}|;)\r\n]|\.?\Z)")
_LASTS = re.compile(
    rf"\b(?:{pattern_of('glued_seconds.lasting')}|(?:{pattern_of('glued_seconds.waits')})(?:[ \t]of)?)[ \t]$",
    re.IGNORECASE,
)
_NEARS = any_of("glued_seconds.nearing", behind=r"[ \t]$")
_FROM = re.compile(r"\bfrom[ \t]$", re.IGNORECASE)
_TO = re.compile(r"s[ \t]to[ \t]\d+s\b")
_GOES_ON = re.compile(rf"s(?![ \t]+\w)|s[ \t]+(?:{pattern_of('glued_seconds.goes_on')})\b", re.IGNORECASE)
_WAITS = any_of("glued_seconds.waits", front=r"s[ \t-]")
_DECADE = re.compile(r"(?:1[5-9]|20)\d0")
_SHORT_DECADE = re.compile(r"[2-9]0")
_DECIMAL = re.compile(r"\d+\.\d+")
_BEFORE = 24
"""Characters in front of a number that are looked at."""


def is_in_seconds(text: str, start: int, end: int) -> bool:
    """Whether the `s` right behind the number `text[start:end]` is its unit; where that is in doubt, it is not."""
    before, number = text[max(0, start - _BEFORE) : start], text[start:end]
    if not number.isdecimal():
        return _DECIMAL.fullmatch(number) is not None  # `1,000s of visitors`
    if _SET.search(before):
        return True
    if _LABELLED.search(before):
        return _ENDS.match(text, end) is not None
    if _DECADE.fullmatch(number):
        return False
    nears = not _SHORT_DECADE.fullmatch(number) and _NEARS.search(before)
    lasts = (nears or _LASTS.search(before)) and _GOES_ON.match(text, end)
    return bool(lasts or _WAITS.match(text, end) or (_FROM.search(before) and _TO.match(text, end)))
