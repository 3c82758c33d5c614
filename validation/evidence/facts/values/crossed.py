"""Values of parallel clauses told crosswise: `2.1 % for 12 months and 2.4 % for 24`.

Every word and figure of such a claim stands in one sentence of the evidence, each in the clause of the other.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from validation.evidence.document.statement import Statement
from validation.evidence.language.lexicon import FRAME
from validation.evidence.quantities.equality import same
from validation.evidence.quantities.quantity import Quantity
from validation.evidence.quantities.time_spans import is_year

_WORD = "word"
_COARSE = re.compile(r";|\b(?:while|whereas|but)\b|\.\s")
_LEAD = re.compile(
    r"\b(in|on|at|for|during|with|by|under|over|after|before)[ \t]+(?:(?:the|a|an|all)[ \t]+)?$", re.IGNORECASE
)
_LONGEST_LEAD = 14
_MOST = 12
"""Clauses of one sentence that are compared."""
Class = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Clause:
    """What one part of a sentence says: its words and figures, each with the class of what could stand in its place."""

    anchors: dict[str, Class]
    figures: tuple[Quantity, ...]


def crossed(claim: Statement, figure: Quantity, bound: Statement, text: str) -> Quantity | None:
    """The figure that `bound` ties to what the claim says around `figure`, where `figure` is tied to its counterpart.
    `text` is the evidence."""
    said = _anchors_of(claim, figure)
    ends = [match.start() for match in _COARSE.finditer(text, bound.start, bound.end)][:_MOST]
    for ends_of_clauses in (bound.divides, ends):
        instead = _instead(figure, said, _cut(bound, ends_of_clauses))
        if instead is not None:
            return instead
    return None


def is_in_other_phrase(claim: Statement, figure: Quantity, text: str, bound: Statement, evidence: str) -> bool:
    """Whether a claim ties a figure to a phrase of another clause, `every three weeks in summer`, where its own clause
    has one of the same kind: `once a week in summer and every three weeks in winter`."""
    place = next((one for one in bound.figures if same(figure, one)), None)
    if place is None or not bound.divides:
        return False
    own = bisect_right(bound.divides, place.start)
    said = {term.side for term in claim.terms}
    phrases = {(lead, term.side): term for term in bound.terms if (lead := _lead(term.start, evidence))}
    here = {lead for (lead, side), term in phrases.items() if term.segment == own and side not in said}
    apart = {key for key, term in phrases.items() if term.segment != own and key[0] in here}
    inside = {term.side for term in bound.terms if term.segment == own}
    return any(
        (_lead(term.start, text), term.side) in apart and term.side not in inside
        for term in claim.terms
        if len(claim.figures) == 1 or term.segment == claim.segment_at(figure.start)
    )


def _lead(start: int, text: str) -> str:
    """The preposition right before a word; empty without one."""
    match = _LEAD.search(text, max(0, start - _LONGEST_LEAD), start)
    return match[1].lower() if match else ""


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
    if is_year(figure) or is_year(other):
        return is_year(figure) and is_year(other)
    return (figure.kind, figure.unit) == (other.kind, other.unit)


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
            found[_key_of(one)] = _class_of(one)
    return found


def _cut(statement: Statement, ends: Sequence[int]) -> list[Clause]:
    """Its segments, or its main clauses, by where all but the last end."""
    words: dict[int, dict[str, Class]] = {}
    figures: dict[int, list[Quantity]] = {}
    for term in statement.terms:
        if term.key not in FRAME:
            words.setdefault(bisect_right(ends, term.start), {})[term.side] = (_WORD, "")
    for one in statement.figures[: 2 * _MOST]:
        place = bisect_right(ends, one.start)
        figures.setdefault(place, []).append(one)
        words.setdefault(place, {})[_key_of(one)] = _class_of(one)
    return [Clause(words.get(place, {}), tuple(figures.get(place, ()))) for place in sorted(words)][:_MOST]


def _key_of(figure: Quantity) -> str:
    """One name for equal figures of one unit."""
    if figure.dates:
        return f"#date {figure.dates[0]}"
    value = figure.candidates[0] if figure.candidates else 0.0
    return f"#{value:g} {figure.unit}"


def _class_of(figure: Quantity) -> Class:
    return (figure.kind.value, "year" if is_year(figure) else figure.unit)
