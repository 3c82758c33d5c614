"""Claims that deny what the evidence affirms, or affirm what it denies: `not`, `without`, `out of stock`, `false`.

Only speaks when claim and evidence otherwise say nearly the same, because a negation elsewhere in a long sentence
means nothing.
"""

from __future__ import annotations

import re

_NOT = re.compile(
    r"\b(?:not|no|never|none|neither|nor|cannot|without|lacks?|lacking|isn't|aren't|wasn't|weren't|doesn't|don't|didn't|won't|"
    r"can't|couldn't|hasn't|haven't|shouldn't|wouldn't|excludes?|excluded|false|nicht|kein(?:e[nrms]?)?|ohne)\b",
    re.IGNORECASE,
)
_NOT_ONLY = re.compile(r"\bnot (?:only|just)\b|\bno (?:more|less|later|fewer) than\b|\bno\. ?\d", re.IGNORECASE)
_PAIRS = (
    (r"in stock|available", r"out of stock|sold out|unavailable|not available|not in stock"),
    (r"open", r"closed"),
    (r"free", r"paid|chargeable|at a fee"),
    (r"included", r"excluded|not included|sold separately"),
    (r"allowed|permitted", r"forbidden|prohibited|banned"),
    (r"increased?|rose|grew|up", r"decreased?|fell|dropped|shrank|down"),
    (r"waterproof", r"not waterproof|water-permeable"),
    (r"accepted", r"rejected|refused|declined"),
    (r"won", r"lost"),
    (r"safe", r"unsafe|dangerous"),
    (r"legal", r"illegal"),
    (r"true", r"false"),
)
_ANTONYMS = tuple(
    (re.compile(rf"\b(?:{one})\b", re.IGNORECASE), re.compile(rf"\b(?:{other})\b", re.IGNORECASE))
    for one, other in _PAIRS
)


def negates(text: str) -> bool:
    """Whether a text holds an odd number of negations; `not only` and `no more than` are none."""
    return len(_NOT.findall(_NOT_ONLY.sub(" ", text.replace("’", "'")))) % 2 == 1


def opposed(claim: str, evidence: str) -> bool:
    """Whether two texts about the same thing contradict each other by negation or by a pair of opposites."""
    for one, other in _ANTONYMS:
        sides = _side(claim, one, other), _side(evidence, one, other)
        if all(sides) and sides[0] != sides[1]:
            return True
        if all(sides):
            return False
    return negates(claim) != negates(evidence)


def _side(text: str, one: re.Pattern[str], other: re.Pattern[str]) -> str:
    """`+` or `-` when exactly one of the opposites is said, else nothing; the negative side is looked for first since
    `not available` holds `available`."""
    if other.search(text):
        return "-" if not one.search(other.sub(" ", text)) else ""
    return "+" if one.search(text) else ""
