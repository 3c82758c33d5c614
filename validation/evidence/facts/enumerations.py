"""How many things a claim announces, and how many it names."""

from __future__ import annotations

import re

from validation.evidence.document.statement import Statement

_COUNTS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_FEWEST = 2
_ANNOUNCED = re.compile(
    rf"\b(?P<count>{'|'.join(_COUNTS)})\b[^.:;\n()]{{1,60}}:[ ](?P<things>[^:\n]{{3,400}})", re.IGNORECASE
)
_BRACKETS = re.compile(r"\([^()]{0,120}\)")
_NAMED_THING = re.compile(r"(?:^|, (?:and )?|; | and )[ ]{0,2}(?:the )?[\"“„*_]{0,3}(?=[A-ZÄÖÜ])")


def miscounted(claim: Statement, text: str) -> tuple[str, ...]:
    """The number of a claim that announces more things than it names: `three books: "Low Tide" and "Fieldwork"`."""
    match = _ANNOUNCED.search(text, claim.start, claim.end)
    if match is None:
        return ()
    things = _NAMED_THING.findall(_BRACKETS.sub(" ", match["things"]))
    announced = _COUNTS.index(match["count"].lower()) + _FEWEST
    return (match["count"],) if _FEWEST <= len(things) < announced else ()
