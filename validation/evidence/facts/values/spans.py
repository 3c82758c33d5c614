"""Clock times that are told as the begin and the end of a span, several of them in one breath."""

from __future__ import annotations

import re
from collections.abc import Sequence

from validation.evidence.document.statement import Statement
from validation.evidence.facts.index import Fact
from validation.evidence.quantities.equality import same
from validation.evidence.quantities.quantity import Kind, Quantity

_ONE_BREATH = re.compile(r"(?:[\s\d:.,&/–-]|\b(?:and|to|until|from|und|bis|am|pm|h|noon)\b){0,60}")
_UNTIL = re.compile(r"\s?(?:-|–|—|to|until|till|bis)\s?")
"""What stands between the times of several spans that are told together, and between those of one."""


def is_span_beside(claim: Statement, figure: Quantity, fact: Fact, other: Fact, text: str) -> bool:
    """Whether a claim tells one of several spans that the evidence tells in one breath: `9-12 and 13:00-17:00 from
    Tuesday to Friday` says nothing against `Tuesday: 9-12`."""
    first, last = sorted((fact.figure, other.figure), key=lambda one: one.start)
    if figure.kind is not Kind.TIME or not _ONE_BREATH.fullmatch(text[first.end : min(last.start, first.end + 60)]):
        return False
    return any(
        same(said, held) and _UNTIL.fullmatch(text[min(held.end, fact.figure.end) : max(held.start, fact.figure.start)])
        for side in (-1, 1)
        for said in _neighbour(claim.figures, figure, side)
        for held in _neighbour(fact.statement.figures, fact.figure, side)
    )


def _neighbour(figures: Sequence[Quantity], figure: Quantity, side: int) -> tuple[Quantity, ...]:
    """The clock time before (-1) or behind (1) one of these figures, if there is one."""
    place = next((at for at, one in enumerate(figures) if one.start == figure.start), 0) + side
    return tuple(one for one in figures[place : place + 1] if one.kind is Kind.TIME) if place >= 0 else ()
