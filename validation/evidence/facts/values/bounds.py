"""Limits that are turned round, `at most 6 hours` where the evidence says at least; values told as differences, and
courses told against their verb."""

from __future__ import annotations

import re

from validation.evidence.document.statement import NEAR, Statement
from validation.evidence.facts.index import Fact, FactIndex
from validation.evidence.language.lexicon import FRAME
from validation.evidence.quantities.derivation import FALLS, LESS, MORE, RISES
from validation.evidence.quantities.equality import comparable, same
from validation.evidence.quantities.quantity import Kind, Quantity
from validation.evidence.quantities.time_spans import is_year

_LOWER = re.compile(
    r"\b(?:at least|min(?:imum)?\.?(?: of)?|no(?:t)? (?:less|fewer|earlier) than|"
    r"(?<!no )(?<!not )(?:more|longer|older|later) than|"
    r"over|above|exceed\w*|beyond|from|mindestens|über|ab)[ \t]{1,3}(?:the[ \t])?(?:age of[ \t])?$",
    re.IGNORECASE,
)
_UPPER = re.compile(
    r"\b(?:at most|max(?:imum)?\.?(?: of)?|no(?:t)? (?:more|longer|later|older) than|up to|(?<!no )(?<!not )less than|"
    r"(?<!no )(?<!not )fewer than|under|below|"
    r"within|until|(?<!no )(?<!not )(?:younger|shorter|earlier) than|höchstens|bis(?: zu)?|unter)"
    r"[ \t]{1,3}(?:the[ \t])?(?:age of[ \t])?$",
    re.IGNORECASE,
)
_MORE = re.compile(
    r"\b(?:(?<!no )(?<!not )(?:more|longer|older|later|larger|greater|higher|bigger|heavier|taller|better|faster) than|"
    r"over|above|exceed\w*)[ \t]{1,3}(?:the[ \t])?$",
    re.IGNORECASE,
)
_LESS = re.compile(
    r"\b(?:(?<!no )(?<!not )(?:less|fewer|younger|shorter|earlier|smaller|lower|lighter|cheaper|slower) than|"
    r"under|below)[ \t]{1,3}(?:the[ \t])?$",
    re.IGNORECASE,
)
_LOWER_AFTER = re.compile(
    r"[ \t]{0,2}(?:\w{1,12}[ \t])?(?:or (?:more|older|longer|above|over|higher|later)|and (?:up|over|"
    r"older|above)|minimum|at least|at the earliest|\+)"
)
_UPPER_AFTER = re.compile(
    r"[ \t]{0,2}(?:\w{1,12}[ \t])?(?:or (?:less|fewer|younger|shorter|below|under|earlier)|and (?:under|"
    r"below)|maximum|at most|at the latest)"
)
_BY_DATE = re.compile(r"\b(?:later|earlier) than[ \t]", re.IGNORECASE)
_AHEAD = re.compile(r"[ \t](?:before|prior|ahead|in advance)\b", re.IGNORECASE)
_DENIED = re.compile(
    r"(?:\b(?:not|never)|n['’]t)\b(?! (?:more|less|fewer|later|earlier|longer|older)\b)", re.IGNORECASE
)
_IF = re.compile(r"\b(?:if|when|once|should you|wenn|falls)\b", re.IGNORECASE)
_STOP = re.compile(r"[.!?][ \t]+(?=[A-ZÄÖÜ])|\n|[,;] |\b(?:and|but)\b")
"""What a denial does not reach beyond: `pleaded not guilty and faces up to four years`."""
_REACH = 40
_MOST = 24


def bound_of(text: str, figure: Quantity) -> int:
    """1 for a lower limit, -1 for an upper one, 0 for none; `figure` lies in `text`."""
    before = text[max(0, figure.start - _REACH) : figure.start]
    turned = -1 if _DENIED.search(_STOP.split(before)[-1]) else 1
    if _BY_DATE.search(before) and _AHEAD.match(text, figure.end):
        return 0
    if _LOWER.search(before):
        return turned
    if _UPPER.search(before):
        return -turned
    return 1 if _LOWER_AFTER.match(text, figure.end) else -1 if _UPPER_AFTER.match(text, figure.end) else 0


def meets_limit(text: str, figure: Quantity, fact: Fact, index: FactIndex) -> bool | None:
    """Whether a value of the evidence lies where the claim says that it does, `over 2,000`, `less than 13`; None where
    the claim says no such thing or names the value itself. What is allowed, `at most 6 hours`, compares no value."""
    before = text[max(0, figure.start - _REACH) : figure.start]
    more, less = _MORE.search(before), _LESS.search(before)
    if not (more or less) or _DENIED.search(_STOP.split(before)[-1]) or bound_of(index.text, fact.figure):
        return None
    if not (figure.candidates and fact.figure.candidates):
        return None
    limit, value = figure.candidates[0], fact.figure.candidates[0]
    return None if value == limit else (value > limit) is bool(more)


def is_reversed_limit(text: str, claim: Statement, figure: Quantity, fact: Fact, index: FactIndex) -> bool:
    """Whether a limit is told the other way round."""
    if _IF.search(text, claim.start, figure.start):
        return False  # `ask a doctor if you need it for more than 3 days`: what lies beyond the limit is told
    near = {key for key, weight in claim.about(figure.start, figure.end).items() if weight >= NEAR}
    denied = _is_denied(claim, figure) or _is_denied(fact.statement, fact.figure)
    lone = not denied and (near <= FRAME or _is_only(figure, index))
    told = lone or not near.isdisjoint(fact.about.keys() - FRAME)
    return told and bound_of(text, figure) * bound_of(index.text, fact.figure) < 0


def _is_denied(statement: Statement, figure: Quantity) -> bool:
    here = statement.segment_at(figure.start)
    return any(term.denied for term in statement.terms if abs(term.segment - here) <= 1)


def _is_only(figure: Quantity, index: FactIndex) -> bool:
    """Whether the evidence holds this value once, so that nothing else can be meant by it."""
    held = index.facts(figure)
    return len(held) <= _MOST and sum(same(figure, fact.figure) for fact in held) == 1


_BEHIND = re.compile(rf"[ \t]{{0,2}}(?:[^\W\d]+[ \t]){{0,2}}(?:(?P<up>{MORE})|(?P<down>{LESS}))\b", re.IGNORECASE)
_ROSE = r"r[oi]se[ns]?|rising|grew|grow[ns]?|increas\w+|gain\w*|climb\w*|up|rais\w+|extend\w*|exceed\w*"
_FELL = r"fell|fall\w*|drop\w*|decreas\w+|declin\w+|los[est]\w*|down|reduc\w+|cut|lower\w*|shorten\w*"
_BY = re.compile(
    rf"\b(?:(?P<up>{_ROSE})|(?P<down>{_FELL}))[ \t](?:\w+[ \t]){{0,3}}by[ \t](?:about[ \t])?$", re.IGNORECASE
)
_VALUES = (Kind.NUMBER, Kind.MEASURE, Kind.MONEY, Kind.PERCENT)
_NAMED = re.compile(
    rf"\b(?:difference|gap|change|by|on top|add\w*|another|additional|extra|{_ROSE}|{_FELL})\b", re.IGNORECASE
)
_FROM = re.compile(r"\bfrom[ \t](?:about[ \t]|over[ \t])?$", re.IGNORECASE)
_TO = re.compile(r"(?:[^.;:()]|[.:]\d){0,60}\bto[ \t](?:about[ \t]|over[ \t])?", re.IGNORECASE)
_MINUS = re.compile(r"(?:[-−–]|\bminus[ \t])$", re.IGNORECASE)
_RANKS = re.compile(r"\b(?:rank\w*|place|position|spot)\b", re.IGNORECASE)
"""Who rises in them comes to a lower number."""
_MOST_TIMES = 1000
"""More than that is a unit that only the second says: `from 3.2 to 2.9 million`."""


def contradicts_its_verb(text: str, claim: Statement, figure: Quantity) -> bool:
    """Whether a claim says of itself that more is less: `rose from 312 cm to 270 cm`."""
    if figure.kind not in _VALUES or not figure.candidates or is_year(figure):
        return False
    alike = [one for one in claim.figures if one.candidates and comparable(one, figure) and not is_year(one)]
    before = max((one for one in alike if one.end <= figure.start), key=lambda one: one.end, default=None)
    if before is None or not _TO.fullmatch(text, before.end, figure.start):
        return False
    start = max(claim.start, before.start - 2 * _REACH)
    is_signed = any(_MINUS.search(text, max(0, one.start - 8), one.start) for one in (before, figure))
    if is_signed or not _FROM.search(text, start, before.start):
        return False
    course = _STOP.split(text[start : before.start])[-1]
    value, other = figure.candidates[0], before.candidates[0]
    if _RANKS.search(course) or not other / _MOST_TIMES < value < other * _MOST_TIMES:
        return False
    rises, falls = bool(RISES.search(course)), bool(FALLS.search(course))
    return (value - other) * (rises - falls) < 0


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
