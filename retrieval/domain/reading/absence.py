"""Sentences that say that something is not said: they are about the question and still no answer to it."""

from __future__ import annotations

import re

_ABSENT = re.compile(
    r"\b(?:not|n't|never|no)\s+(?:\w{1,20}\s+){0,3}?(?:known|mention|disclos|specif|stat(?:ed|es?)\b|publish|announc|"
    r"reveal|determin|availab|document|recorded|decided)\w{0,8}"
    r"|\b(?:is|are|was|were|remains?) (?:\w{1,12}ly )?(?:unknown|unclear|undisclosed|unspecified|undecided)\b"
    r"|\b(?:to be (?:announced|determined|decided)|tba|tbd)\b",
    re.IGNORECASE,
)


def says_unknown(sentence: str) -> bool:
    return _ABSENT.search(sentence) is not None
