"""Figures of evidence under a title that says how they are scaled: `(NOK m)`, `(EUR thousand)`, `in millions`."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import replace

from validation.evidence.quantities.quantity import Kind, Quantity, find_quantities
from validation.evidence.quantities.units import CURRENCY, MAGNITUDES

_MAGNITUDE = r"(?P<{0}>k|m|mn|bn|mio\.?|thousands?|millions?|billions?|tausend|millionen)"
_NOTE = re.compile(
    rf"[(\[](?:in[ ])?(?:(?:{CURRENCY})[ ]?{_MAGNITUDE.format('behind')}"
    rf"|{_MAGNITUDE.format('before')}[ ](?:{CURRENCY})"
    rf"|(?:in[ ])?(?P<word>thousand|million|billion)s?\b[^()\[\]\n]{{0,30}})[)\]]"
    rf"|\bin[ ](?:(?:{CURRENCY})[ ])?(?P<plural>thousands|millions|billions)\b(?![ ]of\b)",
    re.IGNORECASE,
)
_HEADING = re.compile(r"^#{1,6}[ \t]", re.MULTILINE)


def find_evidence_quantities(text: str) -> tuple[Quantity, ...]:
    """As `find_quantities`, where a bare number or amount behind such a note also means itself times the scale. A note
    reaches to the next heading or note."""
    found = find_quantities(text)
    notes = [(match.end(), _factor(match)) for match in _NOTE.finditer(text)]
    if not notes:
        return found
    marks = sorted([*notes, *((match.start(), 1.0) for match in _HEADING.finditer(text))])
    starts = [-1, *(start for start, _ in marks)]
    factors = [1.0, *(factor for _, factor in marks)]
    return tuple(_scaled(one, factors[bisect_right(starts, one.start) - 1]) for one in found)


def _factor(match: re.Match[str]) -> float:
    said = (match["behind"] or match["before"] or match["word"] or match["plural"]).lower()
    return MAGNITUDES.get(said) or MAGNITUDES[said.removesuffix("s")]


def _scaled(one: Quantity, factor: float) -> Quantity:
    if factor == 1.0 or one.in_words or one.kind not in (Kind.NUMBER, Kind.MONEY):
        return one
    scaled = tuple(value * factor for value in one.candidates)
    return replace(one, candidates=(*scaled, *one.candidates), raw=(*(value * factor for value in one.raw), *one.raw))
