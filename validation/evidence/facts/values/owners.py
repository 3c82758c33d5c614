"""Whose a value of the evidence is: of the thing that a claim speaks of, or of one that nobody names."""

from __future__ import annotations

import re
from bisect import bisect_left

from validation.evidence.document.statement import Statement
from validation.evidence.facts.index import Fact, FactIndex
from validation.evidence.language.lexicon import FRAME
from validation.evidence.language.names import keys_of
from validation.evidence.quantities.equality import same
from validation.evidence.quantities.quantity import Quantity

_NAMED_BEFORE = re.compile(r"(?P<name>[A-ZÄÖÜ][\w'’-]+(?:[ ][A-ZÄÖÜ\d][\w'’-]*){0,3})(?:[ ][a-z]+)?[ ]\($")


def is_foreign(equal: list[tuple[float, Fact]], entities: frozenset[frozenset[str]]) -> bool:
    """Whether only other things have this value."""
    return all(fact.statement.keys and fact.statement.keys not in entities for _, fact in equal)


def is_of_unnamed(
    figure: Quantity,
    equal: list[tuple[float, Fact]],
    facts: list[Fact],
    about: dict[str, float],
    said: frozenset[str],
) -> bool:
    """Whether a value is that of things nobody names, and the same is told of what has no name or a named one: of
    `ring size` under `Mum` and under `Aunt Rosa`."""
    if any(not fact.statement.keys or fact.statement.keys & said for _, fact in equal):
        return False
    rivals = (fact for fact in facts if not (fact.statement.keys and fact.statement.keys.isdisjoint(said)))
    shared = {key for _, fact in equal for key in about if key in fact.about} - FRAME
    return bool(shared) and any(shared <= fact.about.keys() and not same(figure, fact.figure) for fact in rivals)


def is_of_unmeant_row(cell: Statement, claim: Statement, index: FactIndex) -> bool:
    """Whether a cell is of one of several named rows, and a claim says nothing that this row alone has."""
    if not cell.keys or cell.record not in index.rows:
        return False
    shared = index.around[cell.record] & claim.concepts & index.postings.keys()
    return not any(all(index.statements[at].record == cell.record for at in index.postings[key]) for key in shared)


def is_of_another(fact: Fact, said: frozenset[str], text: str) -> bool:
    """Whether a figure in brackets stands behind a name that nobody says: `the Dunmore stone (55.2 kg)`."""
    start = fact.figure.start
    match = _NAMED_BEFORE.search(text, max(fact.statement.start, start - 60), start)
    if match is None or keys_of(match["name"]) & said:
        return False
    figures = fact.statement.figures
    place = bisect_left(figures, start, key=lambda one: one.start)
    return not any(one.end > match.start("name") for one in figures[max(0, place - 2) : place])
