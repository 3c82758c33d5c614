"""Values that a later note replaces, or that the evidence itself moves on from: `moved from 14:00 to 15:30`."""

from __future__ import annotations

import re
from itertools import islice

from validation.domain.context import REMEMBERED
from validation.evidence.document.statement import Statement
from validation.evidence.facts.index import FactIndex
from validation.evidence.language.lexicon import FRAME, concepts_of
from validation.evidence.quantities.equality import same
from validation.evidence.quantities.quantity import Kind, Quantity, find_quantities
from validation.evidence.words import any_of, pattern_of, words_of

_CHANGES = re.compile(rf"\b(?:{pattern_of('outdated.verbs')}|up|down|now)\b", re.IGNORECASE)
_FROM_TO = re.compile(r"[ \t]{1,2}to[ \t]{1,2}(?:[A-Z]\w{2,8},?[ \t]{1,2}(?:at[ \t])?)?")
"""A weekday may stand between: `from Tuesday 10:00 to Thursday 14:00`."""
_NOT = re.compile(r"\b(?:not|instead of|rather than)[ \t]{1,2}(?:(?:at|in|on|the|for|[a-z]{3,8})[ \t]{1,2})?$")
_WAS = re.compile(r"\b(?:was|were|original(?:ly)?|formerly|previously|old)\b[^.;\n]{0,12}$", re.IGNORECASE)
_NOW = re.compile(r"\bnow\b[^.;\n]{0,12}$", re.IGNORECASE)
_NEAR = 25
"""Characters before a figure within which its `from` stands."""
_FROM = re.compile(r"\b[Ff]rom[ \t]{1,2}(?:[A-Z]\w{2,8},?[ \t]{1,2}(?:at[ \t])?)?$")
_PAST = any_of("outdated.past")
_LABEL = any_of("outdated.label", behind=r"\b[^:\n]{0,20}:")
_TO = any_of("outdated.verbs", behind=r"[ \t]to[ \t]{1,2}$")
_LIMITED = any_of("outdated.limited")
"""An update of these holds only later, or was one long ago."""
_PRICE = concepts_of(("price", "cost"))
_UPDATE = concepts_of(words_of("outdated.update")) | {"rise"}
_MOST = 60
"""Prices that are compared."""
_ALIKE = 0.5
_STOP = re.compile(r"[,;:(]|\b(?:because|due to|owing to|after|since|wegen)\b", re.IGNORECASE)
_RANGE = re.compile(r"[ \t]?(?:-|–|—|to|until|till|bis)[ \t]?(?:the[ ])?\d", re.IGNORECASE)
"""`15 September to 10 October` is when something holds, not when it was noted."""
_DATED = 30
"""Characters from the beginning of a note within which its date stands."""


def replaced_by(
    claim: Statement, figure: Quantity, text: str, bound: Statement, index: FactIndex
) -> tuple[Statement, Quantity] | None:
    """What holds instead of `figure`, which the claim takes from `bound`; `text` is the masked response."""
    if _PAST.search(text, claim.start, claim.end):
        return None
    changed = _changed_to(bound, figure, index)
    if changed is not None and not any(same(one, changed) for one in claim.figures):
        return bound, changed
    return (
        _said_instead(figure, bound, index)
        or _in_a_later_note(claim, figure, bound, index)
        or _found_since(claim, figure, bound, index)
        or _updated_to(figure, bound, index)
    )


def _changed_to(bound: Statement, figure: Quantity, index: FactIndex) -> Quantity | None:
    if not _CHANGES.search(index.text, bound.start, bound.end):
        return None
    for one in bound.figures:
        if not _FROM.search(index.text, max(bound.start, one.start - _NEAR), one.start) or not same(figure, one):
            continue
        for other in bound.figures:
            if other.start > one.end and _FROM_TO.fullmatch(index.text, one.end, other.start):
                return other if (one.kind, one.unit) == (other.kind, other.unit) else None
    return None


def _said_instead(figure: Quantity, bound: Statement, index: FactIndex) -> tuple[Statement, Quantity] | None:
    """`120 EUR, not 150 EUR`, `was 89 EUR and is now 59 EUR`, also in another statement of the same."""
    own = bound.concepts - FRAME
    for fact in islice(index.facts(figure), _MOST):
        other = fact.statement
        if not same(figure, fact.figure) or (other is not bound and own.isdisjoint(other.concepts)):
            continue
        alike = [one for one in other.figures if (one.kind, one.unit) == (figure.kind, figure.unit)]
        alike = [one for one in alike if not same(one, figure)]
        if len(alike) != 1:
            continue
        if _NOT.search(index.text, max(other.start, fact.figure.start - _NEAR), fact.figure.start):
            return other, alike[0]
        was = _WAS.search(index.text, max(other.quote_start, fact.figure.start - _NEAR), fact.figure.start)
        if was and alike[0].start > fact.figure.end and _NOW.search(index.text, fact.figure.end, alike[0].start):
            return other, alike[0]
    return None


def _in_a_later_note(
    claim: Statement, figure: Quantity, bound: Statement, index: FactIndex
) -> tuple[Statement, Quantity] | None:
    """A note of the same, dated later, that says another value; none where the claim names the date of the first."""
    noted = _date_of(bound, index.text)
    own = {term.key for term in bound.terms} - FRAME
    if noted is None or figure.kind is Kind.DATE or not own or any(_is_date(one, noted) for one in claim.figures):
        return None
    said = {term.key for term in claim.terms}
    for place, _ in index.search(own):
        other = index.statements[place]
        later = _date_of(other, index.text)
        if other.section != bound.section or later is None or later <= noted:
            continue
        theirs = {term.key for term in other.terms} - FRAME
        if len(own & theirs) < _ALIKE * min(len(own), len(theirs)):
            continue
        values = [one for one in other.figures if (one.kind, one.unit) == (figure.kind, figure.unit)]
        if values and said & (own - theirs) and _thing_of(other, figure, index) - _thing_of(bound, figure, index):
            continue  # rows of a list, each of something else: the claim names the thing of the first
        if values and not same(figure, values[-1]):
            return other, values[-1]
    return None


def _found_since(
    claim: Statement, figure: Quantity, bound: Statement, index: FactIndex
) -> tuple[Statement, Quantity] | None:
    """The one price that section 4 has of the same thing, where only memory has the other: what was found outranks
    what is remembered (DESIGN, section 5)."""
    if bound.section != REMEMBERED or figure.kind is not Kind.MONEY:
        return None
    thing = ({term.key for term in claim.terms} & bound.concepts) - FRAME - _PRICE
    found = [one for one in islice(index.facts(figure), _MOST) if one.statement.section != REMEMBERED]
    told = [one for one in found if thing and thing <= one.statement.concepts | one.statement.keys]
    if not told or any(not same(told[0].figure, one.figure) or same(figure, one.figure) for one in told):
        return None
    return told[0].statement, told[0].figure


def _updated_to(figure: Quantity, bound: Statement, index: FactIndex) -> tuple[Statement, Quantity] | None:
    """What an update says that is about nothing else: `Update: fee reduced to 195 EUR` below `Fee: 240 EUR`."""
    facts = [fact for fact in islice(index.facts(figure), _MOST) if fact.statement.section == bound.section]
    for fact in facts:
        update, begin = fact.statement, _behind_label(fact.statement, index.text)
        is_update = begin > update.quote_start or _TO.search(index.text, begin, fact.figure.start)
        if (
            update.start < bound.start
            or same(figure, fact.figure)
            or not is_update
            or _LIMITED.search(index.text, begin, update.end)
        ):
            continue
        beside = [one for one in update.figures if one.start >= begin and one is not fact.figure]
        about = {term.key for term in update.terms if term.start >= begin} - _UPDATE
        of_it = [one for one in facts if one is not fact and _is_of(about, one.statement)]
        is_of_it = any(one.statement is bound for one in of_it) and all(same(one.figure, figure) for one in of_it)
        if is_of_it and all(any(same(one, other) for other in bound.figures) for one in beside):
            return update, fact.figure
    return None


def _is_of(about: set[str], statement: Statement) -> bool:
    own = statement.concepts | statement.keys
    return not about.isdisjoint(own) and about - FRAME <= own


def _behind_label(statement: Statement, text: str) -> int:
    """Where a statement begins behind its `Update (12 May):`."""
    label = _LABEL.match(text, statement.quote_start)
    return label.end() if label else statement.quote_start


def _thing_of(note: Statement, figure: Quantity, index: FactIndex) -> set[str]:
    """What stands in front of the value like `figure` in a note; where that begins it, up to the next comma."""
    at = next((one for one in note.figures if (one.kind, one.unit) == (figure.kind, figure.unit)), figure)
    before = {term.key for term in note.terms if term.start < at.start} - FRAME - _UPDATE
    comma = _STOP.search(index.text, at.end, note.end)
    end = comma.start() if comma else note.end
    return before or {term.key for term in note.terms if term.start < end} - FRAME - _UPDATE


def _is_date(figure: Quantity, noted: tuple[int, int, int]) -> bool:
    return any(
        (month, day) == noted[1:] and (not year or not noted[0] or year == noted[0])
        for year, month, day in figure.dates
    )


def _date_of(statement: Statement, text: str) -> tuple[int, int, int] | None:
    """The date that a note begins with, also as its label: `note of 16 Feb 2026: ...`."""
    first = next(iter(find_quantities(text[statement.quote_start : statement.quote_start + _DATED])), None)
    if first is None or first.kind is not Kind.DATE or not first.dates:
        return None
    if _RANGE.match(text, statement.quote_start + first.end):
        return None
    year, month, day = first.dates[0]
    return (year or 0, month, day) if month and day else None
