"""Values of one year, day or side told of another: `15,000 visitors in 2023` where 2024 had them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import permutations

from validation.evidence.document.statement import NEAR, Statement
from validation.evidence.facts.index import Fact, FactIndex
from validation.evidence.facts.values.assertions import equal_facts
from validation.evidence.language.lexicon import FRAME
from validation.evidence.language.names import keys_of
from validation.evidence.language.stems import stem
from validation.evidence.quantities.equality import same
from validation.evidence.quantities.quantity import Kind, Quantity, find_quantities
from validation.evidence.quantities.time_spans import is_year

_PAIRS = (("before", "after"), ("first", "last"), ("minimum", "maximum"), ("pickup", "return"))
_SIDES = tuple((one, other) for pair in _PAIRS for one, other in permutations(stem(word) for word in pair))
"""Words that tell the two sides of one thing, by their stems."""
_LABEL = re.compile(r"[ \t]?\(([^()\d\n]{2,30})\)")
_MOST = 40
"""Figures of one row or sentence that may be its year."""


def of_other_period(claim: Statement, figure: Quantity, index: FactIndex) -> Fact | None:
    """The value that the evidence has for the year, day or side that a claim names, where it has this value for others
    only and tells the same of both."""
    equal = () if _is_period(figure) else equal_facts(figure, index)
    if not equal:
        return None
    if side := _of_other_side(claim, figure, equal, index) or _of_other_label(claim, figure, equal, index):
        return side
    if not (said := _periods_beside(claim, figure)):
        return None
    held = [_periods_of(fact, index) for fact in equal]
    if not all(held) or any(_meet(said, periods) for periods in held):
        return None
    told = claim.about(figure.start, figure.end).keys()
    tellings = {key for fact in equal for key in fact.about if not key.isdigit()} - FRAME
    shared = tellings & told or tellings
    rivals = (one for one in index.facts(figure) if shared & one.about.keys() and not _is_period(one.figure))
    others = (one for one in rivals if not same(figure, one.figure) and _meet(said, _periods_of(one, index)))
    return next(others, None)


def _of_other_side(claim: Statement, figure: Quantity, equal: Sequence[Fact], index: FactIndex) -> Fact | None:
    """`The last train leaves at 5:10` where the first does: every such value stands beside the opposite word."""
    about = {key for key, weight in claim.about(figure.start, figure.end).items() if weight >= NEAR}
    for one, other in _SIDES:
        if one in about and other not in about and all(_is_beside(fact, other, one) for fact in equal):
            rivals = (fact for fact in index.facts(figure) if _is_beside(fact, one, other))
            return next((fact for fact in rivals if not same(figure, fact.figure)), None)
    return None


def _of_other_label(claim: Statement, figure: Quantity, equal: Sequence[Fact], index: FactIndex) -> Fact | None:
    """`18 hours of video` where the evidence has `12 hours (video), 18 hours (audio)`."""
    if any(not label or label & claim.concepts for label in (_label(fact, index) for fact in equal)):
        return None
    rivals = (fact for fact in index.facts(figure) if not same(figure, fact.figure))
    return next((fact for fact in rivals if (label := _label(fact, index)) and label <= claim.concepts), None)


def _label(fact: Fact, index: FactIndex) -> frozenset[str]:
    """The concepts in brackets right behind a figure."""
    match = _LABEL.match(index.text, fact.figure.end)
    return keys_of(match[1]) - FRAME if match else frozenset()


def _is_beside(fact: Fact, one: str, other: str) -> bool:
    return fact.about.get(one, 0.0) >= NEAR and fact.about.get(one, 0.0) > fact.about.get(other, 0.0)


def _is_period(figure: Quantity) -> bool:
    return figure.kind is Kind.DATE or is_year(figure)


def _periods_beside(claim: Statement, figure: Quantity) -> list[Quantity]:
    """Those of the clause of a figure; without any the only one of the claim."""
    periods = [one for one in claim.figures if _is_period(one)]
    here = bisect_right(claim.divides, figure.start)
    beside = [one for one in periods if bisect_right(claim.divides, one.start) == here]
    return beside or (periods if len(periods) == 1 else [])


def _periods_of(fact: Fact, index: FactIndex) -> list[Quantity]:
    """The years and days that a value is of: those in the name of its field, else of its sentence, else of its row."""
    statement, at = fact.statement, fact.figure.start
    row = index.records[statement.record][:_MOST] if statement.is_field else ()
    of_row = [one for each in row for one in each.figures[:_MOST]]
    for figures in (_named(statement.prop), statement.figures[:_MOST], _named(statement.entity), of_row):
        if found := [one for one in figures if _is_period(one) and one.start != at]:
            return found
    return []


@lru_cache(maxsize=1_000)
def _named(name: str) -> tuple[Quantity, ...]:
    return find_quantities(name) if any(map(str.isdigit, name)) else ()


def _meet(said: Iterable[Quantity], held: Sequence[Quantity]) -> bool:
    return any(same(one, other) or same(other, one) for one in said for other in held)
