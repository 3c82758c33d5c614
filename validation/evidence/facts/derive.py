"""Whether a figure that the evidence does not hold follows from what a claim says or from what it rests on."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from validation.evidence.document.statement import Statement
from validation.evidence.quantities.derivation import announces, follows
from validation.evidence.quantities.equality import same
from validation.evidence.quantities.equation import written_result
from validation.evidence.quantities.exchange import Rates, is_exchanged
from validation.evidence.quantities.quantity import Kind, Quantity

_DAY = 24 * 60
_BEFORE = 40
_ENDS = re.compile(r"\b(?:ends?|until|till|finish\w*|over (?:at|by)|bis|endet|closes?|back)\b", re.IGNORECASE)
_BEGINS = re.compile(r"\b(?:starts?|begins?|beginnt|opens?)\b", re.IGNORECASE)
_CENT = 0.0051


@dataclass(frozen=True, slots=True)
class Derived:
    """`holds` is false where the figure should follow and does not; then `instead` is what does, of `statement`."""

    holds: bool
    instead: str = ""
    statement: Statement | None = None


def derive(
    figure: Quantity,
    claim: Statement,
    text: str,
    known: Sequence[Statement],
    earlier: Sequence[Quantity] = (),
    *,
    totals: Sequence[float] = (),
    asked: Sequence[Quantity] = (),
    rates: Rates | None = None,
) -> Derived | None:
    """How a figure follows; None when no way is known. `text` is the response, `earlier` are figures that stand before
    the claim in it, `totals` the sums of a property of its kind over all things, `asked` the figures of the query,
    `rates` those of the evidence at which currencies are exchanged."""
    if not figure.candidates and not figure.dates:
        return None
    beside = [other for other in claim.figures if other.start != figure.start]
    if figure.kind is Kind.MEASURE and figure.unit == "s":
        found = _duration(figure, beside, known, earlier)
        if found is not None:
            return found
    if figure.candidates and figure.candidates[0] in totals:
        return Derived(True)
    held = [one for statement in known for one in statement.figures]
    if (written := written_result(text, claim.figures, figure)) is not None:
        if abs(written - figure.candidates[0]) <= max(figure.tolerance, _CENT):
            return Derived(True)
        return Derived(False, f"{written:g}", known[0] if known else None)
    if figure.kind is Kind.TIME and (direction := _direction(text[claim.start : claim.end])):
        return Derived(True) if _is_moved(figure, direction, [*beside, *held]) else None
    exchanged = is_exchanged(figure, [*beside, *earlier, *asked], rates or {})
    if exchanged is not None:
        return Derived(True) if exchanged else None
    words = text[max(0, claim.start - _BEFORE) : claim.end]
    announced = announces(figure, words)
    pools = [beside, [*earlier, *beside]]
    if announced or figure.kind in (Kind.PERCENT, Kind.MEASURE):
        pools += [held, [*beside, *held]]
    if any(follows(figure, pool, words, asked, announced=announced) for pool in pools):
        return Derived(True)
    return None


def _direction(words: str) -> int:
    """1 for an end, -1 for a beginning."""
    return 1 if _ENDS.search(words) else -1 if _BEGINS.search(words) else 0


def _is_moved(figure: Quantity, direction: int, pool: Sequence[Quantity]) -> bool:
    """An end that lies the one duration behind the one beginning, or the other way round."""
    times = {one.candidates for one in pool if one.kind is Kind.TIME and not same(one, figure)}
    spans = {one.candidates[0] / 60 for one in pool if one.unit == "s" and one.candidates}
    if len(times) != 1 or len(spans) != 1:
        return False
    span = direction * spans.pop()
    return any((minute + span) % _DAY in figure.candidates for minute in times.pop())


def _duration(
    figure: Quantity, beside: Sequence[Quantity], known: Sequence[Statement], earlier: Sequence[Quantity]
) -> Derived | None:
    """Between two clock times of the claim, else of one statement of the evidence."""
    own = [other for other in beside if other.kind is Kind.TIME]
    before = [other for other in earlier if other.kind is Kind.TIME][-2:]
    sources: list[tuple[Sequence[Quantity], Statement | None]] = [(own, None), (before, None)]
    sources += [([one for one in statement.figures if one.kind is Kind.TIME], statement) for statement in known]
    said = figure.candidates[0] / 60
    wrong: Derived | None = None
    for times, statement in sources:
        if len(times) != 2:
            continue
        minutes = {(second - first) % _DAY for first in times[0].candidates for second in times[1].candidates}
        if any(abs(said - one) <= max(figure.tolerance / 60, 0.5) for one in minutes):
            return Derived(True, statement=statement)
        if statement is not None and own and _same_times(own, times):
            wrong = wrong or Derived(False, _hours(min(minutes)), statement)
    return wrong


def _same_times(own: Sequence[Quantity], times: Sequence[Quantity]) -> bool:
    """Whether a claim names the very times of a statement."""
    held = {reading for time in times for reading in time.candidates}
    return all(held & set(one.candidates) for one in own)


def _hours(minutes: float) -> str:
    hours, rest = divmod(int(minutes), 60)
    return f"{hours} h {rest} min" if rest else f"{hours} hours"
