"""A rounded figure of a claim as the evidence gives it, since the reader does not know that it rounds."""

from __future__ import annotations

import re

from validation.evidence.quantities.equality import same
from validation.evidence.quantities.quantity import Kind, Quantity, find_quantities

_ROUNDED = (Kind.MONEY, Kind.MEASURE, Kind.NUMBER, Kind.PERCENT)
_ABOUT = re.compile(
    r"\b(?:about|around|roughly|approximately|some|close to|(?P<under>nearly|almost)"
    r"|(?:well|just|slightly|a little) (?:(?P<over>over|above)|(?P<below>under|below))) $",
    re.IGNORECASE,
)
"""Without `just`, `over` and `under` say limits."""
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
        if word and len(meant) == 1 and _is_beyond(word, one, other := next(iter(meant.values()))):
            parts += [claim[at : word.start()], other.text]
            at = one.end
    return "".join((*parts, claim[at:]))


def _is_beyond(word: re.Match[str], said: Quantity, held: Quantity) -> bool:
    """Whether the figure lies on the side that the word says, if any."""
    more = held.candidates[0] - said.candidates[0]
    return not ((word["over"] and more < 0) or ((word["under"] or word["below"]) and more > 0))
