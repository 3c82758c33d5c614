"""One value that is told of several things at once, `on 3 May A and B are due`, where a row of one has another."""

from __future__ import annotations

import re
from itertools import pairwise

from validation.evidence.document.statement import Statement
from validation.evidence.facts.index import Fact, FactIndex
from validation.evidence.quantities.equality import comparable, same
from validation.evidence.quantities.quantity import Kind, Quantity
from validation.evidence.words import any_of

Entity = frozenset[str]
_FEWEST = 2
_NAME = 40
"""Characters of a name."""
_BEFORE = re.compile(r"\W*(?:on|at|for|am|um|für)\s+", re.IGNORECASE)
_BETWEEN = re.compile(
    r"(?:\s+(?!(?:or|and|to|up|plus|more|less|extra|one|either|und|oder|bis)\b)[^\W\d]+){0,6}\s+", re.IGNORECASE
)
"""From the value to the first name; `or more`, `to`, `one of` tell something else."""
_JOINS = r"(?:and|or|und|oder|&)"
_JOINED = re.compile(rf"(?:,\s*|\s+)(?:{_JOINS}\s+)?(?:(?:the|a|an|der|die|das)\s+)?", re.IGNORECASE)
_CLAUSE = re.compile(rf",\s*{_JOINS}\s", re.IGNORECASE)
_BEHIND = re.compile(
    r"\W*(?:\Z|[.;!\n]|\s(?:are|were|have|both|each|start|begin|open|meet|arrive|leave)\b)", re.IGNORECASE
)
"""Behind the last name; anything else may begin a clause of its own: `and B follows`."""
_LIMITS = any_of("joined.limits", front="", behind="")
"""In the name of a column: what is valid until 10 May is so on 3 May, too."""


def value_of_joined(
    claim: Statement, figure: Quantity, fact: Fact, entities: frozenset[Entity], text: str, index: FactIndex
) -> tuple[Statement, Quantity] | None:
    """A later date or a higher amount in the row of another thing that `figure` is told of, in the list right behind
    it; `fact` carries it for one of them. `text` is the masked response."""
    cell = fact.statement
    alike = [one for one in claim.figures if comparable(one, figure)]
    if figure.kind not in (Kind.DATE, Kind.MONEY) or not (cell.is_field and cell.prop) or len(alike) != 1:
        return None
    if _LIMITS.search(cell.prop):
        return None
    if not _BEFORE.fullmatch(text, claim.start, figure.start) or any(term.denied for term in claim.terms):
        return None
    for one in _joined_behind(claim, figure, entities, text):
        cells = [held for held in index.of_entity(one) if held.is_field and held.prop == cell.prop]
        values = [each for held in cells for each in held.figures if comparable(each, figure)]
        if len(values) == 1 and not same(figure, values[0]) and _is_beyond(values[0], fact.figure):
            return cells[0], values[0]
    return None


def _is_beyond(other: Quantity, figure: Quantity) -> bool:
    """What lies before may be meant too: 60 EUR are enough for what costs 50 EUR."""
    if figure.kind is Kind.MONEY:
        return other.candidates[0] > figure.candidates[0]
    (year, month, day), (other_year, other_month, other_day) = figure.dates[0], other.dates[0]
    if year is None or month is None or day is None or other_year is None or other_month is None or other_day is None:
        return False
    return (other_year, other_month, other_day) > (year, month, day)


def _joined_behind(claim: Statement, figure: Quantity, entities: frozenset[Entity], text: str) -> list[Entity]:
    """The things of the one list behind a figure, if all that the claim names stand in it."""
    places: list[tuple[int, int, Entity]] = []
    for one in entities:
        own = one.difference(*(other for other in entities if other != one))
        first = next((term for term in claim.terms if term.key in own), None)
        if first is None:
            return []
        name = [term for term in claim.terms if term.key in one and abs(term.start - first.start) < _NAME]
        places.append((name[0].start, name[-1].end, one))
    places.sort(key=lambda place: place[0])
    if len(places) < _FEWEST or not _BETWEEN.fullmatch(text, figure.end, places[0][0]):
        return []
    gaps = [(left[1], right[0]) for left, right in pairwise(places)]
    is_apart = len(gaps) == 1 and _CLAUSE.match(text, *gaps[0])
    is_list = not is_apart and all(_JOINED.fullmatch(text, *gap) for gap in gaps)
    return [one for *_, one in places] if is_list and _BEHIND.match(text, places[-1][1], claim.end) else []
