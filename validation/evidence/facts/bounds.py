"""Limits: whether the evidence keeps to the one that is claimed, and those that are turned round (`at most 6 hours`
where the evidence says at least)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from validation.evidence.document.statement import NEAR, Statement
from validation.evidence.facts.derive import Derived
from validation.evidence.facts.frames import FRAME
from validation.evidence.facts.index import Fact, FactIndex
from validation.evidence.quantities.equality import same
from validation.evidence.quantities.quantity import Kind, Quantity

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
_LOWER_AFTER = re.compile(
    r"[ \t]{0,2}(?:\w{1,12}[ \t])?(?:or (?:more|older|longer|above|over|higher|later)|and (?:up|over|"
    r"older|above)|minimum|at least|\+)"
)
_UPPER_AFTER = re.compile(
    r"[ \t]{0,2}(?:\w{1,12}[ \t])?(?:or (?:less|fewer|younger|shorter|below|under|earlier)|and (?:under|"
    r"below)|maximum|at most)"
)
_BY_DATE = re.compile(r"\b(?:later|earlier) than[ \t]", re.IGNORECASE)
_AHEAD = re.compile(r"[ \t](?:before|prior|ahead|in advance)\b", re.IGNORECASE)
_DENIED = re.compile(
    r"(?:\b(?:not|never)|n['’]t)\b(?! (?:more|less|fewer|later|earlier|longer|older)\b)", re.IGNORECASE
)
_COMPARES = re.compile(
    r"\b(?:more than|over|above|exceed\w*|beyond|at least|no(?:t)? less than|less than|fewer than|under|below)"
    r"[ \t]{1,3}(?:the[ \t])?$",
    re.IGNORECASE,
)
_REACH = 40
_MOST = 24


def bound_of(text: str, figure: Quantity) -> int:
    """1 for a lower limit, -1 for an upper one, 0 for none; `figure` lies in `text`."""
    before = text[max(0, figure.start - _REACH) : figure.start]
    turned = -1 if _DENIED.search(before) else 1
    if _BY_DATE.search(before) and _AHEAD.match(text, figure.end):
        return 0
    if _LOWER.search(before):
        return turned
    if _UPPER.search(before):
        return -turned
    return 1 if _LOWER_AFTER.match(text, figure.end) else -1 if _UPPER_AFTER.match(text, figure.end) else 0


def is_beyond(text: str, figure: Quantity, held: Quantity) -> bool:
    """Whether a claimed limit is missed by a value that rounding makes equal: `over 5 kg` of 4.8 kg."""
    bound = _compared(text, figure)
    return bool(bound) and (held.kind, held.unit) == (figure.kind, figure.unit) and not _keeps(figure, bound, held)


def is_turned(text: str, claim: Statement, figure: Quantity, fact: Fact, index: FactIndex) -> bool:
    """Whether a limit is told the other way round."""
    near = {key for key, weight in claim.about(figure.start, figure.end).items() if weight >= NEAR}
    denied = any(term.denied for term in (*claim.terms, *fact.statement.terms))
    lone = not denied and (near <= FRAME or _is_only(figure, index))
    told = lone or not near.isdisjoint(fact.about.keys() - FRAME)
    return told and bound_of(text, figure) * bound_of(index.text, fact.figure) < 0


def _is_only(figure: Quantity, index: FactIndex) -> bool:
    """Whether the evidence holds this value once, so that nothing else can be meant by it."""
    held = index.facts(figure)
    return len(held) <= _MOST and sum(same(figure, fact.figure) for fact in held) == 1


def limit(text: str, figure: Quantity, known: Sequence[Statement], index: FactIndex) -> Derived | None:
    """Whether the evidence keeps to a limit that it does not name itself: `under 5 kg` of 4.2 kg. None when it has no
    such value or several on both sides; where the evidence sets a limit of this kind, no other follows."""
    if _is_set(text, figure, known, index):
        return Derived(False)
    bound = _compared(text, figure)
    if not bound or figure.kind not in (Kind.MEASURE, Kind.MONEY, Kind.PERCENT):
        return None
    slot = figure.kind, figure.unit
    pool = [(held, one) for one in known for held in one.figures if (held.kind, held.unit) == slot]
    pool = pool or [(fact.figure, fact.statement) for fact in index.facts(figure)]
    if any(bound_of(index.text, held) for held, _ in pool):
        return None  # what the evidence sets as a limit has to be told as it is
    kept = {_keeps(figure, bound, held) for held, _ in pool}
    return Derived(kept.pop(), pool[0][0].text, pool[0][1]) if len(kept) == 1 else None


def _is_set(text: str, figure: Quantity, known: Sequence[Statement], index: FactIndex) -> bool:
    """Whether a claim tells a limit of a kind that the evidence sets itself: that one has to be told, and no other
    follows from it, of `at least 23` no `at least 21`."""
    bound = bound_of(text, figure)
    slot = figure.kind, figure.unit
    return bound != 0 and any(
        (held.kind, held.unit) == slot and bound_of(index.text, held) == bound
        for one in known
        for held in one.figures[:_MOST]
    )


def _compared(text: str, figure: Quantity) -> int:
    """As `bound_of`, where a figure is only compared with: `up to 170 kW` states the limit itself."""
    return bound_of(text, figure) if _COMPARES.search(text, max(0, figure.start - _REACH), figure.start) else 0


def _keeps(said: Quantity, bound: int, held: Quantity) -> bool:
    if not said.candidates or not held.candidates:
        return True
    return bound * (held.candidates[0] - said.candidates[0]) >= 0
