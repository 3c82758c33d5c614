"""What two names or two clauses say crosswise: `from Porto to Leeds` of the flight from Leeds to Porto, `reads are
refused, writes go on` the other way round."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from validation.evidence.document.statement import Statement
from validation.evidence.facts.index import FactIndex
from validation.evidence.facts.said import Said
from validation.evidence.language.terms import by_segment

_WAY = re.compile(
    r"\b(?P<one>[A-ZÄÖÜ][\w’'-]+)(?:[ ][a-z]+){0,2}[ ](?:to|nach)[ ](?:the[ ])?(?P<other>[A-ZÄÖÜ][\w’'-]+)"
)
_NAME = r"[A-ZÄÖÜ][\w’'-]*(?:[ ][A-ZÄÖÜ\d][\w’'-]*){0,3}"
_THAN = re.compile(
    rf"\b(?:[Tt]he[ ])?(?P<one>{_NAME})[ ](?:is|are|was|were|has|have|costs?|weighs?|lasts?|takes?)[ ]"
    rf"(?:\w+[ ]){{0,3}}?(?P<how>\w{{3,}}er|(?:more|less)[ ]\w+|more|less)[ ](?:\w+[ ])?than[ ](?:the[ ]|an?[ ])?"
    rf"(?P<other>{_NAME})"
)
_LONGEST = 600
"""Characters of a statement that is searched for ways."""
_MOST = 12
_MOST_PARTS, _MOST_CROSSED = 60, 200
"""Clauses of claims, and statements, that are compared."""


def turned_ways(claim: Statement, text: str, known: Iterable[Statement], evidence: str) -> tuple[str, ...]:
    """The names of a claim that stand on the other side of a `to` or of a comparison in what it rests on: `from Porto
    to Leeds` of the flight from Leeds to Porto. `text` is the response."""
    told = _ways(text, claim)
    if not told:
        return ()
    held = {way for one in known if one.end - one.start <= _LONGEST for way in _ways(evidence, one)}
    return tuple(name for how, *way in told if (how, *way) not in held and (how, *way[::-1]) in held for name in way)


def _ways(text: str, statement: Statement) -> list[tuple[str, str, str]]:
    """The word that joins two names, and both: from, to or less, more."""
    found = _WAY.finditer(text, statement.start, statement.end)
    compared = _THAN.finditer(text, statement.start, statement.end)
    return [
        *(("to", _one(match["one"]), _one(match["other"])) for match in found),
        *((match["how"].lower(), _one(match["one"]), _one(match["other"])) for match in compared),
    ]


def _one(name: str) -> str:
    """`Thursdays` as `thursday`."""
    return name.lower().removesuffix("s")


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
