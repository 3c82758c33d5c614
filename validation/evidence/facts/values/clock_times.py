"""Clock times as they are meant, and what may be written instead of a value: no opening for a closing."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import replace

from validation.evidence.document.statement import Statement
from validation.evidence.facts.index import Fact
from validation.evidence.quantities.equality import same
from validation.evidence.quantities.quantity import Kind, Quantity

_OPEN, _CLOSED = "open", "-open"
_UNTIL = frozenset(("until", "till", "til"))
_REACH = 60
"""Words before a time that may say what it is, and figures; keeps endless sentences linear."""


def by_24_hours(figure: Quantity, claim: Statement) -> Quantity:
    """A clock time as it is meant where the evidence counts to 24, `12:30` is no half past midnight; not where the
    claim counts to 12: `from 2:30 until 4 pm`."""
    hour, colon, minute = figure.text.partition(":")
    if figure.kind is not Kind.TIME or not (colon and hour.isdigit() and minute.isdigit()):
        return figure
    if any(one.kind is Kind.TIME and one.text[-1] in "m." for one in claim.figures):
        return figure
    return replace(figure, candidates=(int(hour) % 24 * 60.0 + int(minute),))


def may_replace(claim: Statement, figure: Quantity, fact: Fact) -> bool:
    """Whether a value may be named instead: a clock time neither of the other end of the hours nor told already."""
    if figure.kind is not Kind.TIME:
        return True
    said, held = is_of_closing(claim, figure), is_of_closing(fact.statement, fact.figure)
    return _count(fact, claim.figures) == 0 and (said is None or held is None or said is held)


def is_told_again(claim: Statement, figure: Quantity, fact: Fact, facts: Sequence[Fact]) -> bool:
    """Whether the evidence tells this time more often than the claim, and of the same end: of the bar and the club."""
    said = is_of_closing(claim, figure)
    is_of_end = said is not None and said is is_of_closing(fact.statement, fact.figure)
    return is_of_end and _count(fact, [one.figure for one in facts]) > _count(fact, claim.figures)


def _count(fact: Fact, figures: Sequence[Quantity]) -> int:
    return sum(one.kind is Kind.TIME and same(fact.figure, one) for one in figures)


def is_of_closing(statement: Statement, figure: Quantity) -> bool | None:
    """Whether a clock time is when something closes; None where nothing tells. What follows a time without a word
    between, or `until`, is the other end: `open from 9:00 to 18:00`, `closed until 9:00`."""
    first = bisect_left(statement.terms, figure.start, key=lambda term: term.start)
    before = statement.terms[max(0, first - _REACH) : first]
    place = bisect_left(statement.figures, figure.start, key=lambda one: one.start)
    figures = statement.figures[max(0, place - _REACH) : place]
    follows = bool(figures) and figures[-1].kind is Kind.TIME
    is_end = follows and all(one.word in _UNTIL for one in before if one.start >= figures[-1].end)
    denied = None
    term = next((term for term in reversed(before) if term.key == _OPEN), None)
    if term is None or term.segment == bisect_right(statement.divides, figure.start):
        is_end = is_end or (bool(before) and before[-1].word in _UNTIL)
    if term is not None:
        told = next((one for one in figures if one.kind is Kind.TIME and one.start > term.start), figure)
        if bisect_right(statement.divides, told.start) == term.segment:  # not `closed on Mondays, otherwise 9:00-18:00`
            denied = term.denied
    if denied is None and (_OPEN in statement.context) is not (_CLOSED in statement.context):
        denied = _CLOSED in statement.context
    if denied is None:
        return is_end or None  # `9:30-18:00 daily`
    return denied is not is_end
