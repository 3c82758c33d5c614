"""Two figures of one claim that stand with each other's words: of two towns each with the other's inhabitants.

Each figure goes with the nearest word of the claim that tells the two places of the evidence apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from validation.evidence.document.statement import Statement
from validation.evidence.facts.frames import FRAME
from validation.evidence.facts.index import Fact, FactIndex
from validation.evidence.quantities.equality import same
from validation.evidence.quantities.quantity import Kind, Quantity

_MOST_FIGURES, _MOST_PLACES = 8, 4
_CLEARLY = 2.0
"""How much nearer a word stands to one of two figures than to the other."""
_DURATIONS = frozenset({"s", "month"})


def swapped(claim: Statement, index: FactIndex) -> Iterator[tuple[Quantity, Fact]]:
    """The figures of a claim that are told of each other's things, each with the one that belongs there."""
    figures = claim.figures[:_MOST_FIGURES]
    places = {one.start: _places(one, index) for one in figures} if len(figures) > 1 else {}
    for one, other in combinations(figures, 2):
        if not _are_alike(one, other) or same(one, other):
            continue
        pairs = [(here, there) for here in places[one.start] for there in places[other.start]]
        told = {_is_crossed(claim, one, other, here, there) for here, there in pairs}
        if True in told and False not in told:
            here, there = pairs[0]
            yield one, there
            yield other, here


def _are_alike(one: Quantity, other: Quantity) -> bool:
    durations = {one.unit, other.unit} <= _DURATIONS
    return one.kind is other.kind and one.kind is not Kind.TIME and (one.unit == other.unit or durations)


def _places(figure: Quantity, index: FactIndex) -> Sequence[Fact]:
    return [fact for fact in index.facts(figure) if same(figure, fact.figure)][:_MOST_PLACES]


def _is_crossed(claim: Statement, one: Quantity, other: Quantity, here: Fact, there: Fact) -> bool | None:
    """None where the claim does not tell which is which."""
    own, foreign = _telling(here, there), _telling(there, here)
    first, second = (_nearest(claim, figure, own | foreign) for figure in (one, other))
    if first is None or second is None or first == second:
        return None
    if first in foreign and second in own:
        return True
    return False if first in own and second in foreign else None


def _telling(one: Fact, other: Fact) -> frozenset[str]:
    """The words that stand with the first rather than with the second."""
    return frozenset(
        key for key, weight in one.about.items() if key not in FRAME and weight >= _CLEARLY * other.about.get(key, 0.0)
    )


def _nearest(claim: Statement, figure: Quantity, keys: frozenset[str]) -> str | None:
    """Of the words beside the figure the nearest, else the last one before it, else the next."""
    segment = claim.segment_at(figure.start)
    found = [
        (term.segment != segment, term.start > figure.start, abs(term.start - figure.start), term.side)
        for term in claim.terms
        if term.side in keys and not figure.start <= term.start < figure.end
    ]
    return min(found)[3] if found else None
