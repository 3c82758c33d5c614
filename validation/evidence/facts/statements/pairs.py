"""What two clauses say crosswise: `reads are refused, writes go on` the other way round."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from validation.evidence.document.statement import Statement
from validation.evidence.facts.index import FactIndex
from validation.evidence.facts.said import Said
from validation.evidence.language.terms import by_segment

_MOST = 12
_MOST_PARTS, _MOST_CROSSED = 60, 200
"""Clauses of claims, and statements, that are compared."""


def crossed_parts(said: Mapping[str, Sequence[Said]], index: FactIndex) -> frozenset[tuple[int, int]]:
    """Start and segment of what the response tells crosswise: `risotto vegan, soup with butter`."""
    parts = [
        ((one.statement.start, part[0].segment), frozenset(term.key for term in part))
        for claims in said.values()
        for one in claims
        for part in by_segment(one.statement.terms)
    ][:_MOST_PARTS]
    places = _double_crossed([keys for _, keys in parts], index.statements[:_MOST_CROSSED])
    return frozenset(parts[place][0] for place in places)


def _double_crossed(parts: Sequence[frozenset[str]], statements: Iterable[Statement]) -> Iterator[int]:
    """The places of claims' clauses in `parts` of which two tell crosswise what two clauses of one statement say: each
    of them has words of both, and no word in common."""
    for statement in statements:
        clauses = [frozenset(term.key for term in part) for part in by_segment(statement.terms[: 4 * _MOST])]
        for one, other in combinations([clause for clause in clauses if len(clause) > 1], 2):
            left, right = one - other, other - one
            mixed = [
                (place, part & left, part & right) for place, part in enumerate(parts) if part & left and part & right
            ]
            for (first, a_left, a_right), (second, b_left, b_right) in combinations(mixed[:_MOST], 2):
                if not (a_left & b_left or a_right & b_right):
                    yield from (first, second)
