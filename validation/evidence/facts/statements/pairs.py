"""Values of parallel clauses told crosswise: `2.1 % for 12 months and 2.4 % for 24`, `reads are refused, writes go on`.

Every word and figure of such a claim stands in one sentence of the evidence, each in the clause of the other.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from validation.evidence.document.statement import Statement
from validation.evidence.document.terms import by_segment
from validation.evidence.facts.frames import FRAME
from validation.evidence.facts.index import FactIndex
from validation.evidence.facts.said import Said
from validation.evidence.quantities.equality import same
from validation.evidence.quantities.quantity import Kind, Quantity

_WORD = "word"
_COARSE = re.compile(r";|\b(?:while|whereas|but)\b|\.\s")
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
"""Clauses of one sentence that are compared."""
Class = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Clause:
    """What one part of a sentence says: its words and figures, each with the class of what could stand in its place."""

    anchors: dict[str, Class]
    figures: tuple[Quantity, ...]


def crossed(
    claim: Statement, figure: Quantity, bound: Statement, text: str, others: Iterable[Statement]
) -> Quantity | None:
    """The figure that `bound` ties to what the claim says around `figure`, where `figure` is tied to its counterpart.
    `text` is the evidence, `others` further statements that may hold the figure."""
    said = _anchors_of(claim, figure)
    for clauses in (_fine(bound), _coarse(bound, text)):
        instead = _instead(figure, said, clauses)
        if instead is not None and not any(_ties(one, figure, said, bound) for one in others):
            return instead
    return _exchanged(claim, figure, bound)


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


def _exchanged(claim: Statement, figure: Quantity, bound: Statement) -> Quantity | None:
    """The other of two figures of a claim that stand in two clauses each here and there, where all that the claim says
    beside one is said beside the other one: `16 GB at least, 8 GB recommended`."""
    here = claim.segment_at(figure.start)
    own, clauses = _words_of(claim, here), _fine(bound)
    wrong = [clause for clause in clauses if any(same(figure, one) for one in clause.figures)]
    if len(wrong) != 1:
        return None
    for other in claim.figures[: 2 * _MOST]:
        there = claim.segment_at(other.start)
        if there == here or not _is_alike(figure, other) or same(figure, other):
            continue
        right = [clause for clause in clauses if any(same(other, one) for one in clause.figures)]
        if len(right) != 1 or right[0] is wrong[0]:
            continue
        beside = _words_of(claim, there)
        ties = [
            (word in its.anchors) - (word in others.anchors)
            for words, its, others in ((own - beside, wrong[0], right[0]), (beside - own, right[0], wrong[0]))
            for word in words
        ]
        if min(ties, default=0) < 0 == max(0, *ties):
            return next(one for one in right[0].figures if same(other, one))
    return None


def _words_of(claim: Statement, segment: int) -> frozenset[str]:
    return frozenset(term.side for term in claim.terms if term.segment == segment and term.key not in FRAME)


def _ties(one: Statement, figure: Quantity, said: dict[str, Class], bound: Statement) -> bool:
    """Whether another statement holds the figure together with something that is said of it."""
    if one.start == bound.start or not any(same(figure, other) for other in one.figures[:_MOST]):
        return False
    return any(not said.keys().isdisjoint(clause.anchors) for clause in (*_fine(one), _around(one)))


def _instead(figure: Quantity, said: dict[str, Class], clauses: Sequence[Clause]) -> Quantity | None:
    rivals = [clause for clause in clauses if any(_is_alike(figure, one) for one in clause.figures)]
    own = [clause for clause in rivals if any(same(figure, one) for one in clause.figures)]
    if len(own) != 1 or len(rivals) < 2:
        return None
    tied = 0
    elsewhere: list[Clause] = []
    for key, kind in said.items():
        holding = [clause for clause in rivals if key in clause.anchors]
        if len(holding) != 1 or not all(_has_own(clause, kind, rivals) for clause in (holding[0], own[0])):
            continue
        tied += holding[0] is own[0]
        elsewhere += [holding[0]] if holding[0] is not own[0] else []
    if tied or not elsewhere:
        return None
    return next(one for one in elsewhere[0].figures if _is_alike(figure, one))


def _has_own(clause: Clause, kind: Class, rivals: Sequence[Clause]) -> bool:
    """Whether a clause says something of this class, of words one that no other says: only then do they stand in
    parallel."""
    return any(
        own == kind and (kind[0] != _WORD or not any(key in other.anchors for other in rivals if other is not clause))
        for key, own in clause.anchors.items()
    )


def _is_alike(figure: Quantity, other: Quantity) -> bool:
    if _is_year(figure) or _is_year(other):
        return _is_year(figure) and _is_year(other)
    return (figure.kind, figure.unit) == (other.kind, other.unit)


def _is_year(figure: Quantity) -> bool:
    return figure.kind is Kind.NUMBER and len(figure.text) == 4 and figure.text.isdigit()


def _anchors_of(claim: Statement, figure: Quantity) -> dict[str, Class]:
    """What the claim says in the clause of a figure, and before it back to the last figure of its kind."""
    here = bisect_right(claim.divides, figure.start)
    before = [
        bisect_right(claim.divides, one.start)
        for one in claim.figures
        if one.end <= figure.start and _is_alike(figure, one)
    ]
    first = max((place + 1 for place in before if place < here), default=0)
    found = {term.side: (_WORD, "") for term in claim.terms if first <= term.segment <= here and term.key not in FRAME}
    for one in claim.figures[: 2 * _MOST]:
        if (
            one.start != figure.start
            and first <= bisect_right(claim.divides, one.start) <= here
            and not _is_alike(figure, one)
        ):
            found[key_of(one)] = class_of(one)
    return found


def _fine(statement: Statement) -> list[Clause]:
    """The segments of a statement."""
    return _cut(statement, lambda place: bisect_right(statement.divides, place))


def _coarse(statement: Statement, text: str) -> list[Clause]:
    """Its main clauses."""
    ends = [match.start() for match in _COARSE.finditer(text, statement.start, statement.end)]
    return _cut(statement, lambda place: sum(end <= place for end in ends[:_MOST]))


def _cut(statement: Statement, clause_at: Callable[[int], int]) -> list[Clause]:
    words: dict[int, dict[str, Class]] = {}
    figures: dict[int, list[Quantity]] = {}
    for term in statement.terms:
        if term.key not in FRAME:
            words.setdefault(clause_at(term.start), {})[term.side] = (_WORD, "")
    for one in statement.figures[: 2 * _MOST]:
        place = clause_at(one.start)
        figures.setdefault(place, []).append(one)
        words.setdefault(place, {})[key_of(one)] = class_of(one)
    return [Clause(words.get(place, {}), tuple(figures.get(place, ()))) for place in sorted(words)][:_MOST]


def _around(statement: Statement) -> Clause:
    return Clause(dict.fromkeys(statement.context, (_WORD, "")), ())


def key_of(figure: Quantity) -> str:
    """One name for equal figures of one unit."""
    if figure.dates:
        return f"#date {figure.dates[0]}"
    value = figure.candidates[0] if figure.candidates else 0.0
    return f"#{value:g} {figure.unit}"


def class_of(figure: Quantity) -> Class:
    return (figure.kind.value, "year" if _is_year(figure) else figure.unit)


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
