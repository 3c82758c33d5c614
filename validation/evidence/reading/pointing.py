"""`the former` and `the latter` by the names they point to, since the reader does not look for them."""

from __future__ import annotations

import re
from collections.abc import Sequence

_NAME = r"[A-Z][\w'’+-]{0,30}(?:[ ][A-Z0-9][\w'’+-]{0,30}){0,4}"
_PAIR = re.compile(
    rf"(?P<former>{_NAME})(?:,?[ ](?:and|or|versus|vs\.?)|[^.,;:!?\n]{{1,60}}[ ]than)[ ](?:the[ ])?(?P<latter>{_NAME})"
)
_ARTICLE = re.compile(r"(?:The|Both|Either|Neither|Between)[ ](?:the[ ])?")
_POINTS = re.compile(
    r"\bthe (?P<which>former|latter)(?P<next>['’]s\b|[,;:.)]|[ ][a-z]{1,12}(?:s|ed)\b|[ ](?:can|may|must|will|had)\b)?",
    re.IGNORECASE,
)
NEAREST, _REACH = 3, 400
"""Sentences before a claim in which the two may be named, and how many characters of each are looked at."""


def name_pair(text: str, before: Sequence[str]) -> str:
    """`text` with the names of the two things that stand beside each other last, in it or in one of `before`, of which
    the last is the nearest. The text itself where it points to none or none are named; `the former mayor` points to
    nobody."""
    found = list(_POINTS.finditer(text))
    if not found:
        return text
    names = _last_pair((*before[-NEAREST:], text[: found[0].start()]))
    if not names:
        return text
    is_sure = len({match["which"].lower() for match in found}) > 1
    return _POINTS.sub(
        lambda match: (
            f"{match[0][0]}he {names[match['which'].lower()]}{match['next'] or ''}"
            if is_sure or match["next"]
            else match[0]
        ),
        text,
    )


def _last_pair(told: Sequence[str]) -> dict[str, str]:
    """By `former` and `latter`; empty where no two names stand beside each other."""
    for said in reversed(told):
        pairs = list(_PAIR.finditer(_ARTICLE.sub("", said[-_REACH:])))
        if pairs:
            return pairs[-1].groupdict()
    return {}
