"""Figures that a claim words otherwise, about 5 km or free, as the evidence gives them: the reader knows neither."""

from __future__ import annotations

import re
from collections.abc import Sequence

from validation.evidence.facts.values.bounds import bound_of
from validation.evidence.quantities.equality import comparable, same
from validation.evidence.quantities.quantity import Kind, Quantity, find_quantities

_ROUNDED = (Kind.MONEY, Kind.MEASURE, Kind.NUMBER, Kind.PERCENT)
_ABOUT = re.compile(
    r"\b(?:about|around|roughly|approximately|some|close to|(?P<nearly>nearly|almost)"
    r"|(?:just|slightly) (?:(?P<under>under|below)|(?P<over>over|above))"
    r"|(?<!no )(?<!not )(?P<beyond>over|more than)) $",
    re.IGNORECASE,
)
"""Without `just`, `over` says a limit too, but not of a figure that it rounds down: over 3,800 of 3,862."""
_RULE = re.compile(r"\b(?:must|needs?|requires?|required|minimum|maximum|limit)\b", re.IGNORECASE)
"""Of a limit: `over 130 cm` is not what `the minimum height is 132 cm` says."""
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
    claim = _replaced(claim, said, evidence, held)
    nought = next((one for one in held if one.kind is Kind.MONEY and not any(one.candidates)), None)
    return _FREE.sub(nought.text, claim) if is_free and nought else claim


def with_percentages(claim: str, evidence: str) -> str:
    """`claim` with a third, or nearly a third, as the percentage of `evidence` that it rounds, if there is one. Neither
    text is canonical, where a fraction is a percentage itself."""
    said = [one for one in find_quantities(claim) if one.kind is Kind.PERCENT and one.in_words and one.tolerance]
    held = [one for one in find_quantities(evidence) if not one.in_words] if said else []
    return _replaced(claim, said, evidence, held)


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


def _replaced(claim: str, said: Sequence[Quantity], evidence: str, held: Sequence[Quantity]) -> str:
    parts, at = [], 0
    for one in said:
        word = _ABOUT.search(claim, max(at, one.start - _REACH), one.start)
        is_meant = _is_rounded_down if word and word["beyond"] else same
        meant = [other for other in held if other.kind is one.kind and is_meant(one, other)]
        if not (word or one.in_words) or len({other.candidates[:1] for other in meant}) != 1:
            continue
        is_limit = word and word["beyond"] and (_RULE.search(claim) or any(_is_limit(evidence, each) for each in meant))
        if word is None or (_is_beyond(word, _above(meant[0], one)) and not is_limit):
            parts += [claim[at : word.start() if word else one.start], meant[0].text]
            at = one.end
    return "".join((*parts, claim[at:]))


def _is_limit(evidence: str, held: Quantity) -> bool:
    return bool(bound_of(evidence, held) or _RULE.search(evidence, max(0, held.start - 2 * _REACH), held.start))


def _is_rounded_down(said: Quantity, held: Quantity) -> bool:
    return comparable(said, held) and 0 <= _above(held, said) < 2 * said.tolerance


def _above(held: Quantity, said: Quantity) -> float:
    """How far it lies above, as its spelling (`2.962 km`) is read best."""
    return min((value - said.candidates[0] for value in held.candidates), key=abs, default=-1.0)


def _is_beyond(word: re.Match[str], more: float) -> bool:
    """Whether what the evidence holds lies on the side that the word says, if any."""
    if word["over"] or word["beyond"]:
        return more > 0
    return more < 0 if word["under"] else more <= 0 or not word["nearly"]
