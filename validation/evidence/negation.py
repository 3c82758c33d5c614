"""Claims that deny what the evidence affirms, or affirm what it denies: `not`, `without`, `out of stock`, `false`.

A bare negation only speaks when claim and evidence otherwise say nearly the same, because a negation elsewhere in a
long sentence means nothing; a pair of opposites (`in stock`, `sold out`) speaks sooner.
"""

from __future__ import annotations

import re

_NOT = re.compile(
    r"\b(?:not|no|never|none|neither|nor|cannot|without|lacks?|lacking|avoid|prevent(?:s|ed|ing)?|isn't|aren't|wasn't|weren't|doesn't|don't|"
    r"didn't|won't|can't|couldn't|hasn't|haven't|shouldn't|wouldn't|excludes?|excluded|false|nicht|kein(?:e[nrms]?)?|"
    r"ohne)\b",
    re.IGNORECASE,
)
_NO_NEGATION = re.compile(r"\bnot (?:only|just)\b|\bno (?:more|less|later|fewer) than\b|\bno\. ?\d", re.IGNORECASE)
_PAIRS = (
    (r"in stock|available", r"out of stock|sold out|unavailable|not available|not in stock|no longer available"),
    (r"included", r"excluded|not included|sold separately"),
    (r"allowed|permitted", r"forbidden|prohibited|banned|not allowed|not permitted"),
    (r"waterproof|water-?resistant", r"not water-?(?:proof|resistant)|water-permeable"),
    (r"accepted", r"rejected|refused|declined|not accepted"),
    (r"free (?:shipping|delivery|returns?)", r"paid (?:shipping|delivery|returns?)"),
    (r"legal", r"illegal"),
    (r"safe", r"unsafe|not safe"),
)
_ANTONYMS = tuple(
    (re.compile(rf"\b(?:{one})\b", re.IGNORECASE), re.compile(rf"\b(?:{other})\b", re.IGNORECASE))
    for one, other in _PAIRS
)


def one_negates(claim: str, evidence: str) -> bool:
    """Whether one of two texts denies and the other holds no negation at all; `not only` and `no more than` are none,
    and two undo each other. Texts that both hold some mostly deny different things."""
    counts = _negations(claim), _negations(evidence)
    return min(counts) == 0 and max(counts) % 2 == 1


def _negations(text: str) -> int:
    return len(_NOT.findall(_NO_NEGATION.sub(" ", text.replace("’", "'"))))


def opposite(claim: str, evidence: str) -> bool | None:
    """Whether two texts take opposite sides of a pair like `in stock` and `sold out`; None when no pair is in both."""
    for one, other in _ANTONYMS:
        sides = _side(claim, one, other), _side(evidence, one, other)
        if all(sides):
            return sides[0] != sides[1]
    return None


def _side(text: str, one: re.Pattern[str], other: re.Pattern[str]) -> str:
    """`+` or `-` when one of the opposites is said, nothing for both; `not available` holds `available`, so the
    negative side is taken out first."""
    rest, denied = other.subn(" ", text)
    affirmed = bool(one.search(rest))
    if denied and affirmed:
        return ""
    return "-" if denied else "+" if affirmed else ""
