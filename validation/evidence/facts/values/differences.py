"""Figures that say by how much (`2,000 fewer`, `rose by 5 %`): they are no values, and they have a direction."""

from __future__ import annotations

import re

from validation.evidence.document.statement import Statement
from validation.evidence.facts.index import Fact, FactIndex
from validation.evidence.facts.values.bounds import bound_of
from validation.evidence.quantities.quantity import Kind, Quantity

_UP = r"more|higher|later|older|longer|bigger|larger|heavier|taller|dearer|faster|wider|deeper|warmer|above|ahead"
_DOWN = r"fewer|less|lower|earlier|younger|shorter|smaller|lighter|cheaper|slower|narrower|colder|below|behind"
_BEHIND = re.compile(rf"[ \t]{{0,2}}(?:[^\W\d]+[ \t]){{0,2}}(?:(?P<up>{_UP})|(?P<down>{_DOWN}))\b", re.IGNORECASE)
_ROSE = r"r[oi]se[ns]?|rising|grew|grow[ns]?|increas\w+|gain\w*|climb\w*|up|rais\w+|extend\w*|exceed\w*"
_FELL = r"fell|fall\w*|drop\w*|decreas\w+|declin\w+|los[est]\w*|down|reduc\w+|cut|lower\w*|shorten\w*"
_BY = re.compile(
    rf"\b(?:(?P<up>{_ROSE})|(?P<down>{_FELL}))[ \t](?:\w+[ \t]){{0,3}}by[ \t](?:about[ \t])?$", re.IGNORECASE
)
_THAN = re.compile(r"\bthan[ \t](?:(?:in|on|at|the|a|an|its|their|for)[ \t])*(?P<what>\w+(?:[ \t]\w+)?)", re.IGNORECASE)
_VALUES = (Kind.NUMBER, Kind.MEASURE, Kind.MONEY, Kind.PERCENT)
_NAMED = re.compile(rf"\b(?:difference|gap|change|by|add\w*|another|additional|extra|{_ROSE}|{_FELL})\b", re.IGNORECASE)
_REACH = 40


def direction(text: str, figure: Quantity) -> int:
    """1 for a figure that says how much more, -1 for how much less, 0 for a value or a limit; it lies in `text`."""
    if figure.kind not in _VALUES or bound_of(text, figure):
        return 0
    match = _BY.search(text, max(0, figure.start - _REACH), figure.start) or _BEHIND.match(text, figure.end)
    return 0 if match is None else 1 if match["up"] else -1


def is_no_value(text: str, figure: Quantity, fact: Fact, index: FactIndex) -> bool:
    """Whether the claim has the figure as a difference, `four ahead of it`, and the evidence only as a value."""
    if not direction(text, figure) or direction(index.text, fact.figure):
        return False
    return not _NAMED.search(index.text, fact.statement.start, fact.statement.end)


def is_reversed(text: str, claim: Statement, figure: Quantity, fact: Fact, index: FactIndex) -> bool:
    """Whether more is told as less of the same: what stands behind `than` is named on both sides."""
    if direction(text, figure) * direction(index.text, fact.figure) >= 0:
        return False
    than = _than(text, figure.end, claim.end), _than(index.text, fact.figure.end, fact.statement.end)
    return all(than) and than[0] == than[1]


def _than(text: str, start: int, end: int) -> str:
    """What is compared with: the first words behind `than`."""
    match = _THAN.search(text, start, min(end, start + 2 * _REACH))
    return match["what"].lower() if match else ""
