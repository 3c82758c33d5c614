"""Whether a clock time, date, year, age or duration follows from those that the evidence holds."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from validation.evidence.document.statement import Statement
from validation.evidence.facts.index import FactIndex
from validation.evidence.quantities.equality import same
from validation.evidence.quantities.quantity import Kind, Quantity
from validation.evidence.quantities.time_spans import (
    is_age,
    is_gap,
    is_likely_moved,
    is_moved_date,
    is_moved_year,
    is_named_day,
    is_year,
)

_ZONE = re.compile(r"\b(?:UTC|GMT)[ ]?[+-](\d{1,2})\b")
_AGE = re.compile(r"\b(?:aged?|old)\b", re.IGNORECASE)
_LATER = re.compile(r"\b(?:later|after|before|earlier)\b", re.IGNORECASE)
_APART = re.compile(
    r"\b(?:later|after|before|earlier|ahead|behind|overlaps?|overlapping|since|between|apart|into|early|late)\b",
    re.IGNORECASE,
)
_NEXT_DAY = re.compile(r"\b(?:tomorrow|yesterday|next day|day (?:before|after))\b", re.IGNORECASE)
_WEEKDAY = re.compile(r"\b(mon|tue|wed|thu|fri|sat|sun)(?:s|nes|rs|ur)?(?:day)?s?\b", re.IGNORECASE)
_DAY = Quantity(Kind.MEASURE, 0, 0, "a day", "s", (86_400.0,))
_AROUND = 40
"""Characters beside a figure in which the word stands that says what it is: some six words."""
_DAY_MINUTES = 24 * 60
_OLDEST = 120
"""Years of an age; above it `old` says something of a thing."""
_MOST_TIMES, _MOST_DATES = 24, 100
"""Looked at, so that the work stays linear: each figure of a response is held against all of them."""


@dataclass(frozen=True, slots=True)
class DerivedFigure:
    """`holds` is false where the figure should follow and does not; then `instead` is what does, of `statement`. With
    `is_grounded` false it follows from figures that the evidence does not hold either."""

    holds: bool
    instead: str = ""
    statement: Statement | None = None
    is_grounded: bool = True


class DerivedMoments:
    """Built once a response, whose text is `text`."""

    def __init__(self, index: FactIndex, text: str) -> None:
        self.index, self.text = index, text

    def holds(
        self,
        figure: Quantity,
        claim: Statement,
        told: tuple[Sequence[Quantity], Sequence[Quantity]],
        known: Sequence[Statement],
    ) -> bool:
        """`told` are the grounded figures of the claim and those before it, `known` the statements it rests on."""
        beside, earlier = told
        held = [one for statement in known for one in statement.figures]
        around = max(claim.start, figure.start - _AROUND), min(claim.end, figure.end + _AROUND)
        if figure.kind is Kind.TIME:
            return self._is_moved(figure, beside, (earlier, held))
        if figure.kind is Kind.DATE:
            return is_moved_date(figure, held) or self._is_of_week(figure)
        if figure.unit == "s":
            return bool(_APART.search(self.text, *around)) and self._is_gap(figure, beside)
        if figure.kind is Kind.NUMBER and is_year(figure):
            return any(_LATER.search(self.index.text, one.start, one.end) for one in known) and is_moved_year(
                figure, held
            )
        is_age_said = figure.candidates and figure.written <= _OLDEST
        return bool(is_age_said and _AGE.search(self.text, *around)) and is_age(figure, [*beside, *held])

    def _is_moved(self, figure: Quantity, beside: Sequence[Quantity], others: Sequence[Sequence[Quantity]]) -> bool:
        told = [one for one in beside if one.kind is Kind.TIME]
        spans = {one.candidates[0] / 60 for one in beside if one.unit == "s"} or self._spans
        before = [one for one in told if one.start < figure.start][-1:]
        pools = (before, told, *([one for one in pool if one.kind is Kind.TIME] for pool in others))
        return any(is_likely_moved(figure, pool, spans) for pool in pools if pool)

    def _is_gap(self, figure: Quantity, beside: Sequence[Quantity]) -> bool:
        """Between a clock time that is told beside it and one of the evidence: `four minutes earlier`."""
        told = [one for one in beside if one.kind is Kind.TIME][:_MOST_TIMES]
        held = self._times[:_MOST_TIMES]
        told += [one for one in held if any(same(each, one) for each in told)]
        return any(is_gap(figure, one, other) for one in told for other in held)

    def _is_of_week(self, figure: Quantity) -> bool:
        """`Thursday, 19 November` of `the week of 16 November` and `on Thursday`; the day after one, of `tomorrow`."""
        beside = self.text[max(0, figure.start - _AROUND) : figure.end + _AROUND]
        named = {match[1].lower() for match in _WEEKDAY.finditer(beside)} & self._weekdays
        if any(is_named_day(figure, day, self._dates) for day in named):
            return True
        return self._says_next_day and is_moved_date(figure, [*self._dates, _DAY])

    @cached_property
    def _weekdays(self) -> set[str]:
        return {match[1].lower() for match in _WEEKDAY.finditer(self.index.text)}

    @cached_property
    def _says_next_day(self) -> bool:
        return _NEXT_DAY.search(self.index.text) is not None

    @cached_property
    def _spans(self) -> set[float]:
        """The durations of the evidence and the hours between time zones, in minutes."""
        found = {one.candidates[0] / 60 for one in self._all((Kind.MEASURE, "s"))}
        return found | {60.0 * int(match[1]) for match in _ZONE.finditer(self.index.text)}

    @cached_property
    def _dates(self) -> list[Quantity]:
        return self._all((Kind.DATE, ""))[:_MOST_DATES]

    @cached_property
    def _times(self) -> list[Quantity]:
        return self._all((Kind.TIME, ""))

    def _all(self, slot: tuple[Kind, str]) -> list[Quantity]:
        return [fact.figure for fact in self.index.all_facts(slot)] if slot in self.index.units else []


def duration_between(
    figure: Quantity, beside: Sequence[Quantity], known: Sequence[Statement], earlier: Sequence[Quantity]
) -> DerivedFigure | None:
    """Between two clock times of the claim, else of one statement of the evidence."""
    own = [other for other in beside if other.kind is Kind.TIME]
    before = [other for other in earlier if other.kind is Kind.TIME][-2:]
    gap = [*before[-1:], *own] if len(own) == 1 else []
    sources: list[tuple[Sequence[Quantity], Statement | None]] = [(own, None), (before, None), (gap, None)]
    sources += [([one for one in statement.figures if one.kind is Kind.TIME], statement) for statement in known]
    said = figure.candidates[0] / 60
    wrong: DerivedFigure | None = None
    for times, statement in sources:
        if len(times) != 2:
            continue
        minutes = {(second - first) % _DAY_MINUTES for first in times[0].candidates for second in times[1].candidates}
        if any(abs(said - one) <= max(figure.tolerance / 60, 0.5) for one in minutes):
            return DerivedFigure(True, statement=statement)
        if statement is not None and own and _same_times(own, times):
            wrong = wrong or DerivedFigure(False, _hours(min(minutes)), statement)
    return wrong


def _same_times(own: Sequence[Quantity], times: Sequence[Quantity]) -> bool:
    """Whether a claim names the very times of a statement."""
    held = {reading for time in times for reading in time.candidates}
    return all(held & set(one.candidates) for one in own)


def _hours(minutes: float) -> str:
    hours, rest = divmod(int(minutes), 60)
    return f"{hours} h {rest} min" if rest else f"{hours} hours"
