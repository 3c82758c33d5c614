"""Which things a superlative is said among, where the sentence limits them: `the cheapest with at least 1.5 l`, `the
lightest with 16 GB`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from validation.evidence.document.statement import Statement
from validation.evidence.facts.index import Fact, FactIndex
from validation.evidence.facts.values.bounds import bound_of
from validation.evidence.quantities.equality import comparable, same
from validation.evidence.quantities.quantity import Kind, Quantity

Entity = frozenset[str]
Table = dict[Entity, tuple[float, Fact]]

_APART = re.compile(r"[;!?]|\.\s|\b(?:and|but|it|they)\b", re.IGNORECASE)
_HAVING = re.compile(r"(?:(?!\b(?:is|are|was|were|at|costs?)\b)[^,:;()|])*\bwith (?:an? )?\Z")
"""`Lightest phone with 16 GB`, but not `lightest is the Aro with 16 GB`."""
_AT = re.compile(r"\bat\b(?! (?:least|most)\b)", re.IGNORECASE)


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
        if not figure.candidates or _is_of_subject(word, subject, figure, table):
            continue
        bound = bound_of(word.text, figure)
        if not bound and not comparable(table[subject][1].figure, figure):
            having = {one for one in table if any(comparable(it, figure) and same(figure, it) for it in held[one])}
            if subject in having and _HAVING.match(word.text, word.match.end(), figure.start):
                limited, surely = limited & having, surely & having
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


def _is_of_subject(word: RankingWord, subject: Entity, figure: Quantity, table: Table) -> bool:
    """Whether a limit tells something of the thing that is ranked first: `the cheapest is the Aro, with at least 1 l`,
    `the cheapest, and all others hold over 1 l`, `the cheapest at over 35 EUR`."""
    start, end = sorted((word.match.end(), figure.start))
    if comparable(table[subject][1].figure, figure) and _AT.search(word.text, start, end):
        return True
    own = subject - frozenset(key for other in word.index.entities if other != subject for key in other)
    return _APART.search(word.text, start, end) is not None or any(
        term.key in own for term in word.claim.terms if start <= term.start < end
    )
