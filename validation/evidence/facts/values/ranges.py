"""Rows for a range of ages or weights, and the one that a claim or query is about: `a child of 8` among `6-9 years` and
`10-15 years`."""

from __future__ import annotations

import re
from collections.abc import Iterable

from validation.evidence.document.statement import Statement
from validation.evidence.facts.index import Fact
from validation.evidence.quantities.quantity import Kind, Quantity

_AMOUNT = r"(\d{1,3}(?:[.,]\d)?)"
_UNIT = r"(?:[ ]?(?:kg|years?|yrs?|months?|Jahre))?"
_BETWEEN = re.compile(rf"\b{_AMOUNT}{_UNIT}[ ]?(?:-|–|—|to|bis)[ ]?{_AMOUNT}", re.IGNORECASE)
_MORE = re.compile(rf"\b(?:over|above|more than|older than|über)[ ]{_AMOUNT}", re.IGNORECASE)
_FROM = re.compile(
    rf"\b(?:from|at least|ab)[ ]{_AMOUNT}|\b{_AMOUNT}{_UNIT}[ ](?:and (?:over|above)|or more)", re.IGNORECASE
)
_LESS = re.compile(rf"\b(?:under|below|less than|younger than|unter)[ ]{_AMOUNT}", re.IGNORECASE)
_KILOS = re.compile(r"\bkg\b", re.IGNORECASE)
_AGES = re.compile(r"\b(?:years?|yrs?|ages?|aged|Jahre)\b", re.IGNORECASE)
_OF_AGE = re.compile(
    r"\b(?:child|kid|boy|girl|son|daughter|person|patient|someone|aged?)[ ](?:of[ ]|aged[ ]|is[ ])?(\d{1,3})\b"
    r"(?![ ]?(?:-|–|kg|to\b))|\b(\d{1,3})[ -]years?[ -]olds?\b",
    re.IGNORECASE,
)
_OF_KILOS = re.compile(
    r"\b(\d{1,3}(?:[.,]\d)?)[ -]?kg[ ](?:dog|cat|puppy|child|kid|person|patient|adult|horse)\b", re.IGNORECASE
)
_OTHERS = re.compile(
    r"\b(?:adults?|everyone|everybody|all|others?|children|teenagers?|adolescents?|seniors?)\b", re.IGNORECASE
)
"""Of these a claim may speak beside what was asked."""
_STEP = 0.01
_MOST = 60
Range = tuple[float, float]


def subject_value(claim: str, query: str, label: str) -> float | None:
    """The age or weight that a claim, or else the query, is about, of the sort that a label is of; None where neither
    or both of two say one."""
    pattern = _OF_KILOS if _KILOS.search(label) else _OF_AGE if _AGES.search(label) else None
    if pattern is None:
        return None
    is_of_others = _OTHERS.search(claim) is not None or range_of(claim) is not None
    for text in (claim, "" if is_of_others else query):
        found = {_value(next(group for group in match.groups() if group)) for match in pattern.finditer(text)}
        if found:
            return found.pop() if len(found) == 1 else None
    return None


def range_of(label: str) -> Range | None:
    """From where to where a label reaches, both ends within: `6-9 years`, `over 15 years`, `under 2`."""
    if match := _BETWEEN.search(label):
        return _value(match[1]), _value(match[2])
    if match := _MORE.search(label):
        return _value(match[1]) + _STEP, float("inf")
    if match := _FROM.search(label):
        return _value(match[1] or match[2]), float("inf")
    if match := _LESS.search(label):
        return 0.0, _value(match[1]) - _STEP
    return None


def row_meant(claim: str, query: str, figure: Quantity, fact: Fact, facts: Iterable[Fact]) -> Statement | None:
    """The row that the claim is about where `fact` is of another one: its range holds the age or weight that is spoken
    of, and that of `fact`, which has the claim's `figure`, does not. `facts` are those that may stand instead."""
    label = _label(fact.statement)
    own = range_of(label)
    value = subject_value(claim, query, label) if own else None
    if own is None or value is None or own[0] <= value <= own[1]:
        return None
    if figure.kind is Kind.NUMBER and value in figure.raw:
        return None  # the age itself
    beside = [one.statement for one in facts if one.statement.group == fact.statement.group][:_MOST]
    meant = [one for one in beside if (reach := range_of(_label(one))) and reach[0] <= value <= reach[1]]
    return meant[0] if meant else None


def is_of_row(claim: str, query: str, fact: Fact) -> bool:
    """Whether a row is the one for the age or weight that is spoken of."""
    label = _label(fact.statement)
    reach = range_of(label)
    value = subject_value(claim, query, label) if reach else None
    return reach is not None and value is not None and reach[0] <= value <= reach[1]


def _label(statement: Statement) -> str:
    return statement.entity if range_of(statement.entity) else statement.prop


def _value(digits: str) -> float:
    return float(digits.replace(",", "."))
