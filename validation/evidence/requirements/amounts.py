"""What `how much` asks for: money, or an amount of the kind that the evidence tells of the same thing."""

from __future__ import annotations

import re
from collections.abc import Iterable

from validation.evidence.language.names import keys_of
from validation.evidence.quantities.quantity import Kind, Quantity, find_quantities
from validation.evidence.requirements.draft import Draft
from validation.evidence.words import any_of, pattern_of

_OF_MONEY = any_of("amounts.of_money")
_IS = re.compile(r"(?<!\bby )\bhow much (?:is|are|was|were|(?:will|would)\b.{0,60}\bbe)\b", re.IGNORECASE)
"""Asks for a price, unless it names what is measured: `how much is the ring`, `how much is the delay`."""
_MEASURED = re.compile(
    r"\bhow much (?:is|are|was|were|(?:will|would) be) (?:still |there )?(?:[a-z'’]+ ){0,3}?"
    rf"(?:{pattern_of('amounts.measured')})(?=\W*$| (?:of|for|in|on|at|per|to|from|between|with|after|before)\b)",
    re.IGNORECASE,
)
_MUCH = frozenset(("much",))
_SPAN = "s"
_Values = frozenset[tuple[float, ...]]


def is_amount_without_money(part: str, said: Iterable[Quantity], draft: Draft) -> bool:
    """Whether `said`, which holds no money, answers a part that need not ask for any: `it rained 84 mm`. A time of day
    or a date says no amount."""
    if _OF_MONEY.search(part) or (_IS.search(part) and not _MEASURED.search(part)):
        return False
    named = frozenset(one.candidates for one in find_quantities(part))
    wanted = _kinds_held(part, named, draft)
    return Kind.MONEY not in wanted and bool(wanted & _kinds(said, named))


def _kinds_held(part: str, named: _Values, draft: Draft) -> frozenset[str]:
    """The kinds of amount that the evidence holds beside most of what is asked about. A time that something takes
    counts only where there is no other."""
    asked = keys_of(part) - _MUCH
    best, held = 0, frozenset[str]()
    for item, figures in zip(draft.items, draft.figures, strict=True):
        if kinds := _kinds(figures, named):
            shared = len(asked & keys_of(f"{item.heading} {item.text}"))
            held = held | kinds if shared == best else kinds if shared > best else held
            best = max(best, shared)
    return held - {_SPAN} or held


def _kinds(figures: Iterable[Quantity], named: _Values) -> frozenset[str]:
    """Of all but what the part names itself: the 22 of `flight LX 22`."""
    found = (one for one in figures if one.kind not in (Kind.TIME, Kind.DATE) and one.candidates not in named)
    return frozenset(_SPAN if one.unit == _SPAN else one.kind.value for one in found)
