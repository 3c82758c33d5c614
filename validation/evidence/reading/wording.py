"""Figures that a claim words otherwise, about 5 km or free, as the evidence gives them: the reader knows neither."""

from __future__ import annotations

import re
from collections.abc import Sequence

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
        is_meant = _is_rounded_down if word and word["down"] else same
        meant = {other.candidates[:1]: other for other in held if other.kind is one.kind and is_meant(one, other)}
        is_rounded = word is not None or one.in_words
        if is_rounded and len(meant) == 1 and _is_beyond(word, one, other := next(iter(meant.values()))):
            parts += [claim[at : word.start() if word else one.start], other.text]
            at = one.end
    return "".join((*parts, claim[at:]))


def _is_rounded_down(said: Quantity, held: Quantity) -> bool:
    return comparable(said, held) and 0 < held.candidates[0] - said.candidates[0] < 2 * said.tolerance


def _is_beyond(word: re.Match[str] | None, said: Quantity, held: Quantity) -> bool:
    """Whether the figure lies on the side that the word says, if any."""
    if word is None:
        return True
    more = held.candidates[0] - said.candidates[0]
    return not (((word["over"] or word["down"]) and more < 0) or ((word["under"] or word["below"]) and more > 0))
