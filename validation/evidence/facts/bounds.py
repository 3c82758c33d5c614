"""Limits turned round: `at most 6 hours` where the evidence says at least."""

from __future__ import annotations

import re

from validation.evidence.quantities import Quantity

_LOWER = re.compile(
    r"\b(?:at least|min(?:imum)?\.?(?: of)?|no(?:t)? (?:less|fewer|earlier) than|more than|over|above|exceed\w*|beyond|"
    r"from|older than|mindestens|über|ab)[ \t]{1,3}(?:the[ \t])?(?:age of[ \t])?$",
    re.IGNORECASE,
)
_UPPER = re.compile(
    r"\b(?:at most|max(?:imum)?\.?(?: of)?|no(?:t)? (?:more|longer|later|older) than|up to|less than|"
    r"fewer than|under|below|"
    r"within|until|younger than|höchstens|bis(?: zu)?|unter)[ \t]{1,3}(?:the[ \t])?(?:age of[ \t])?$",
    re.IGNORECASE,
)
_LOWER_AFTER = re.compile(
    r"[ \t]{0,2}(?:\w{1,12}[ \t])?(?:or (?:more|older|longer|above|over|higher|later)|and (?:up|over|"
    r"older|above)|minimum|at least|\+)"
)
_UPPER_AFTER = re.compile(
    r"[ \t]{0,2}(?:\w{1,12}[ \t])?(?:or (?:less|fewer|younger|shorter|below|under|earlier)|and (?:under|"
    r"below)|maximum|at most)"
)
_BY_DATE = re.compile(r"\b(?:later|earlier) than[ \t]", re.IGNORECASE)
_AHEAD = re.compile(r"[ \t](?:before|prior|ahead|in advance)\b", re.IGNORECASE)
_DENIED = re.compile(
    r"(?:\b(?:not|never)|n['’]t)\b(?! (?:more|less|fewer|later|earlier|longer|older)\b)", re.IGNORECASE
)
_REACH = 40


def bound_of(text: str, figure: Quantity) -> int:
    """1 for a lower limit, -1 for an upper one, 0 for none; `figure` lies in `text`."""
    before = text[max(0, figure.start - _REACH) : figure.start]
    turned = -1 if _DENIED.search(before) else 1
    if _BY_DATE.search(before) and _AHEAD.match(text, figure.end):
        return 0
    if _LOWER.search(before) or _LOWER_AFTER.match(text, figure.end):
        return turned
    if _UPPER.search(before) or _UPPER_AFTER.match(text, figure.end):
        return -turned
    return 0
