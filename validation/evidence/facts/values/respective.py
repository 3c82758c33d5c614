"""Values that a claim tells of several things in their order: `A and B cost 1 and 2 EUR respectively`."""

from __future__ import annotations

from validation.evidence.document.statement import NEAR, Statement
from validation.evidence.facts.index import Fact
from validation.evidence.quantities.quantity import Quantity

_PAIR = 2
Entity = frozenset[str]


def told_respectively(
    claim: Statement, figure: Quantity, about: dict[str, float], entities: frozenset[Entity]
) -> tuple[dict[str, float], frozenset[Entity]]:
    """What a figure is told of and its things: only the one whose place is its own, where a claim pairs them."""
    own = _thing_at_its_place(claim, figure, entities)
    if own is None:
        return about, entities
    others = Entity().union(*entities) - own
    kept = {key: weight for key, weight in about.items() if key not in others}
    return kept | dict.fromkeys(own, NEAR), frozenset((own,))


def is_of_named(about: dict[str, float], other: Fact, fact: Fact, text: str) -> bool:
    """Whether one sentence tells `fact` of a name of the claim and `other` of one that the claim lacks: `Sketch may
    send 60 requests, those on Studio 300`. The verb stands beside the first value only."""
    if other.statement is not fact.statement:
        return False
    names = {term.key for term in fact.statement.terms if text[term.start].isupper()}
    own, foreign = (
        {key for key, weight in one.about.items() if weight >= NEAR and key in names} for one in (fact, other)
    )
    return not (own - foreign).isdisjoint(about) and not foreign - own <= about.keys()


def _thing_at_its_place(claim: Statement, figure: Quantity, entities: frozenset[Entity]) -> Entity | None:
    """None where a claim does not pair its things with as many figures of a kind."""
    if len(entities) < _PAIR or not any(term.word == "respectively" for term in claim.terms):
        return None
    row = [one for one in claim.figures if (one.kind, one.unit) == (figure.kind, figure.unit)]
    if len(row) != len(entities) or all(one.start != figure.start for one in row):
        return None
    first: dict[Entity, int] = {}
    for one in entities:
        own = one.difference(*(other for other in entities if other != one))
        places = [term.start for term in claim.terms if term.key in own and term.start < row[0].start]
        if not places:
            return None
        first[one] = min(places)
    return sorted(first, key=first.__getitem__)[[one.start for one in row].index(figure.start)]
