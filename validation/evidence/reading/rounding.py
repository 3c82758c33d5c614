"""A rounded figure of a claim as the evidence gives it, since the reader does not know that it rounds."""

from __future__ import annotations

import re

from validation.evidence.quantities.equality import same
from validation.evidence.quantities.quantity import Kind, Quantity, find_quantities

_ROUNDED = (Kind.MONEY, Kind.MEASURE, Kind.NUMBER, Kind.PERCENT)
_ABOUT = re.compile(
    r"\b(?:(?:(?:well|just|slightly) )?(?:(?P<over>over|more than|above)|"
    r"(?P<under>under|less than|below|nearly|almost))|about|around|roughly|approximately|some|close to) $",
    re.IGNORECASE,
)
_REACH = 20
"""Characters before a figure in which such a word stands."""


def as_exact(claim: str, evidence: str) -> str:
    """`claim` with every rounded figure, and the word that says so, in the form of the one figure of `evidence` that it
    rounds; both texts are canonical. What stands there exactly, or rounds two figures, stays."""
    said = [one for one in find_quantities(claim) if one.tolerance and one.kind in _ROUNDED and one.candidates]
    if not said:
        return claim
    held = find_quantities(evidence)
    parts, at = [], 0
    for one in said:
        meant = {other.candidates[:1]: other for other in held if other.kind is one.kind and same(one, other)}
        word = _ABOUT.search(claim, max(at, one.start - _REACH), one.start)
        if len(meant) == 1 and _is_beyond(word, one, other := next(iter(meant.values()))):
            parts += [claim[at : word.start() if word else one.start], other.text]
            at = one.end
    return "".join((*parts, claim[at:]))


def _is_beyond(word: re.Match[str] | None, said: Quantity, held: Quantity) -> bool:
    """Whether the figure lies on the side that the word says, if any."""
    less = held.candidates[0] - said.candidates[0]
    return word is None or not ((word["over"] and less < 0) or (word["under"] and less > 0))
