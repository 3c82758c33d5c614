"""Figures that a claim words otherwise, about 5 km or free, as the evidence gives them: the reader knows neither."""

from __future__ import annotations

import re

from validation.evidence.quantities.equality import comparable, same
from validation.evidence.quantities.quantity import Kind, Quantity, find_quantities

_ROUNDED = (Kind.MONEY, Kind.MEASURE, Kind.NUMBER, Kind.PERCENT)
_ABOUT = re.compile(
    r"\b(?:about|around|roughly|approximately|some|close to|(?P<under>nearly|almost)"
    r"|(?:well|just|slightly|a little) (?:(?P<over>over|above)|(?P<below>under|below))"
    r"|(?<!no )(?<!not )(?P<down>over|more than)) $",
    re.IGNORECASE,
)
"""Without `just`, `under` says a limit, and `over` too, but for a figure that is rounded down: over 3,800 of 3,862."""
_FREE = re.compile(
    r"(?<![\w-])(?:free of charge|free(?![\w-])|at no (?:extra |additional )?(?:cost|charge))", re.IGNORECASE
)
_REACH = 20
"""Characters before a figure in which such a word stands."""


def as_worded(claim: str, evidence: str) -> str:
    """`claim` with figures as `evidence` gives them; both texts are canonical. A rounded one, with the word that says
    so, becomes the one figure that it rounds, `free` a price of nought. What stands there exactly, or rounds two
    figures, stays."""
    said = [one for one in find_quantities(claim) if one.tolerance and one.kind in _ROUNDED and one.candidates]
    is_free = _FREE.search(claim) is not None and not _FREE.search(evidence)
    if not (said or is_free):
        return claim
    held = find_quantities(evidence)
    parts, at = [], 0
    for one in said:
        word = _ABOUT.search(claim, max(at, one.start - _REACH), one.start)
        is_meant = _is_rounded_down if word and word["down"] else same
        meant = {other.candidates[:1]: other for other in held if other.kind is one.kind and is_meant(one, other)}
        if word and len(meant) == 1 and _is_beyond(word, one, other := next(iter(meant.values()))):
            parts += [claim[at : word.start()], other.text]
            at = one.end
    claim = "".join((*parts, claim[at:]))
    nought = next((one for one in held if one.kind is Kind.MONEY and not any(one.candidates)), None)
    return _FREE.sub(nought.text, claim) if is_free and nought else claim


def _is_rounded_down(said: Quantity, held: Quantity) -> bool:
    return comparable(said, held) and 0 < held.candidates[0] - said.candidates[0] < 2 * said.tolerance


def _is_beyond(word: re.Match[str], said: Quantity, held: Quantity) -> bool:
    """Whether the figure lies on the side that the word says, if any."""
    more = held.candidates[0] - said.candidates[0]
    return not (((word["over"] or word["down"]) and more < 0) or ((word["under"] or word["below"]) and more > 0))
