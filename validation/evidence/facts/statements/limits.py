"""Which things a superlative is said among, where the sentence limits them: `the cheapest with at least 1.5 l`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from validation.evidence.document.statement import Statement
from validation.evidence.facts.index import Fact, FactIndex
from validation.evidence.facts.values.bounds import bound_of
from validation.evidence.quantities.equality import comparable
from validation.evidence.quantities.quantity import Kind

Entity = frozenset[str]
Table = dict[Entity, tuple[float, Fact]]


@dataclass(frozen=True, slots=True)
class RankingWord:
    """A ranking word of a claim, and what it is read with."""

    match: re.Match[str]
    claim: Statement
    text: str
    mentioned: tuple[Entity, ...]
    index: FactIndex
    asked: frozenset[str]


def within_limits(word: RankingWord, subject: Entity, table: Table) -> tuple[set[Entity], set[Entity]]:
    """The things that may meet the limits of a ranking and those that surely do: `the cheapest with at least 1.5 l`. A
    limit that the evidence tells of none whether it meets leaves all, but for a duration that may follow from times."""
    limited, surely = set(table), set(table)
    held = {one: [figure for known in word.index.of_entity(one) for figure in known.figures] for one in table}
    for figure in word.claim.figures:
        bound = bound_of(word.text, figure) if figure.candidates else 0
        if not bound:
            continue
        alike = {one: [value for it in held[one] if comparable(it, figure) for value in it.candidates] for one in table}
        met = {one: [bound * (value - figure.candidates[0]) >= 0 for value in alike[one]] for one in table}
        if any(met.values()):
            limited &= {one for one in table if any(met[one]) or not met[one]}
            surely &= {one for one in table if met[one] and all(met[one])}
        elif figure.unit == "s" and any(it.kind in (Kind.TIME, Kind.DATE) for one in table for it in held[one]):
            surely = {subject}
    return limited, surely
