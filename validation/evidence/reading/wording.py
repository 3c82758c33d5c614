"""Figures that a claim words otherwise, about 5 km or free, as the evidence gives them: the reader knows neither."""

from __future__ import annotations

import re
from collections.abc import Sequence

from validation.evidence.quantities.equality import same
from validation.evidence.quantities.quantity import Kind, Quantity, find_quantities

_ROUNDED = (Kind.MONEY, Kind.MEASURE, Kind.NUMBER, Kind.PERCENT)
_ABOUT = re.compile(r"\b(?:about|around|roughly|approximately|some|close to|(?P<under>nearly|almost)) $", re.IGNORECASE)
_FREE = re.compile(
    r"(?<![\w-])(?:free of charge|free(?![\w-])|at no (?:extra |additional )?(?:cost|charge))", re.IGNORECASE
)
_REACH = 20
"""Characters before a figure in which such a word stands."""


def as_worded(claim: str, evidence: str) -> str:
    """`claim` with figures as `evidence` gives them; both texts are canonical. A rounded one, with the word that says
    so, becomes the one figure that it rounds, `free` a price of nought. What rounds two figures stays."""
    said = [one for one in find_quantities(claim) if one.tolerance and one.kind in _ROUNDED and one.candidates]
    is_free = _FREE.search(claim) is not None and not _FREE.search(evidence)
    held = find_quantities(evidence) if said or is_free else ()
    claim = _replaced(claim, said, held)
    nought = next((one for one in held if one.kind is Kind.MONEY and not any(one.candidates)), None)
    return _FREE.sub(nought.text, claim) if is_free and nought else claim


def with_percentages(claim: str, evidence: str) -> str:
    """`claim` with a third, or nearly a third, as the percentage of `evidence` that it rounds, if there is one. Neither
    text is canonical, where a fraction is a percentage itself."""
    said = [one for one in find_quantities(claim) if one.kind is Kind.PERCENT and one.in_words and one.tolerance]
    held = [one for one in find_quantities(evidence) if not one.in_words] if said else []
    return _replaced(claim, said, held)


def with_halves_of_day(evidence: str, claim: str) -> str:
    """`evidence` with `half past two` as 14:30 where `claim` says that; neither text is canonical, where it is 2:30."""
    said = {one.candidates[0] for one in find_quantities(claim) if one.kind is Kind.TIME and one.candidates}
    parts, at = [], 0
    for one in find_quantities(evidence) if said else ():
        if one.either_half and one.candidates[0] not in said:
            for minute in said.intersection(one.candidates):
                parts += [evidence[at : one.start], f"{int(minute) // 60:02d}:{int(minute) % 60:02d}"]
                at = one.end
    return "".join((*parts, evidence[at:]))


def _replaced(claim: str, said: Sequence[Quantity], held: Sequence[Quantity]) -> str:
    parts, at = [], 0
    for one in said:
        word = _ABOUT.search(claim, max(at, one.start - _REACH), one.start)
        meant = {other.candidates[:1]: other for other in held if other.kind is one.kind and same(one, other)}
        if not (word or one.in_words) or len(meant) != 1:
            continue
        (other,) = meant.values()
        if not (word and word["under"] and other.candidates[0] > one.candidates[0]):
            parts += [claim[at : word.start() if word else one.start], other.text]
            at = one.end
    return "".join((*parts, claim[at:]))
