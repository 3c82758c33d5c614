"""Clock times as they are meant, and what may be written instead of a value: no opening for a closing."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import replace

from validation.evidence.document.statement import Statement
from validation.evidence.facts.index import Fact
from validation.evidence.quantities.equality import same
from validation.evidence.quantities.quantity import Kind, Quantity

_OPEN, _CLOSED = "open", "-open"
_REACH = 60
"""Words before a time that may say what it is; keeps endless sentences linear."""


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
    """Whether a value may be named instead: a clock time not of the other end of the hours, and where the ends are not
    known, none that the claim tells elsewhere already."""
    if figure.kind is not Kind.TIME:
        return True
    said, held = is_of_closing(claim, figure), is_of_closing(fact.statement, fact.figure)
    if said is None or held is None:
        return not any(same(fact.figure, one) for one in claim.figures if one.kind is Kind.TIME)
    return said is held


def is_of_closing(statement: Statement, figure: Quantity) -> bool | None:
    """Whether a clock time is when something closes; None where nothing tells. What follows a time without a word
    between is the other end: `open from 9:00 to 18:00`."""
    first = bisect_left(statement.terms, figure.start, key=lambda term: term.start)
    before = statement.terms[max(0, first - _REACH) : first]
    place = bisect_left(statement.figures, figure.start, key=lambda one: one.start)
    last = statement.figures[place - 1] if place else None
    is_end = last is not None and last.kind is Kind.TIME and not (before and before[-1].start >= last.end)
    denied = next((term.denied for term in reversed(before) if term.key == _OPEN), None)
    if denied is None and (_OPEN in statement.context) is not (_CLOSED in statement.context):
        denied = _CLOSED in statement.context
    if denied is None:
        return is_end or None  # `9:30-18:00 daily`
    return denied is not is_end
