"""Which things a superlative is said among, where the sentence limits them: `the cheapest with at least 1.5 l`."""

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

_WITH = re.compile(r"\bwith\b(?: [^\W\d]+){0,5} \Z", re.IGNORECASE)
_NOUN = re.compile(r"(?:(?!(?<!that )(?<!which )\b(?:is|are|was|were|at|costs?)\b)[^,:;|])*", re.IGNORECASE)
_AMONG = re.compile(r"\W*(?:(?:among|between|for|from|if|looking|of|when)\b[^,:;|]*)?", re.IGNORECASE)
"""Before the `with` of a limit: `lightest phone with 16 GB`, `of those with 16 GB the lightest`. `The lightest is the
Aro, with 16 GB` tells something of the Aro."""
_REACH = 60


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
        if not figure.candidates or _is_of_subject(word, figure):
            continue
        bound = bound_of(word.text, figure)
        if not bound:
            having = {one for one in table if any(comparable(it, figure) and same(figure, it) for it in held[one])}
            if subject in having and _with(word, figure) and not comparable(table[subject][1].figure, figure):
                limited, surely = limited & having if len(having) > 1 else limited, surely & having  # of one none leads
            continue
        alike = {one: [value for it in held[one] if comparable(it, figure) for value in it.candidates] for one in table}
        met = {one: [bound * (value - figure.candidates[0]) >= 0 for value in alike[one]] for one in table}
        if any(met.values()):
            limited &= {one for one in table if any(met[one]) or not met[one]}
            surely &= {one for one in table if met[one] and all(met[one])}
        elif figure.unit == "s" and any(it.kind in (Kind.TIME, Kind.DATE) for one in table for it in held[one]):
            surely = {subject}
    return limited, surely


def _with(word: RankingWord, figure: Quantity) -> re.Match[str] | None:
    return _WITH.search(word.text, max(word.claim.start, figure.start - _REACH), figure.start)


def _is_of_subject(word: RankingWord, figure: Quantity) -> bool:
    """Whether a figure behind `with` tells something of the thing that is ranked first, and limits nothing."""
    if (found := _with(word, figure)) is None:
        return False
    start, end = word.match.end(), found.start()
    limits = (
        _NOUN.fullmatch(word.text, start, end) if start <= end else _AMONG.fullmatch(word.text, word.claim.start, end)
    )
    return limits is None
