"""Whether a figure that the evidence does not hold follows from what a claim says or from what it rests on."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from itertools import islice, pairwise

from validation.evidence.document.statement import Statement
from validation.evidence.facts.claim_statements import ClaimStatement
from validation.evidence.facts.combinations import Results, is_telling
from validation.evidence.facts.index import FactIndex
from validation.evidence.facts.values.moments import DerivedFigure, DerivedMoments, duration_between
from validation.evidence.facts.values.orders import Orders
from validation.evidence.facts.values.other_rows import is_cell, is_of_other_row
from validation.evidence.language.lexicon import FRAME
from validation.evidence.quantities.derivation import announces, follows, margin, says_how, told_factors
from validation.evidence.quantities.equality import comparable, same
from validation.evidence.quantities.equation import is_exchanged, written_result
from validation.evidence.quantities.quantity import Kind, Quantity, find_quantities
from validation.evidence.quantities.time_spans import contradicts_times, is_span, is_year, to_duration

_BEFORE = 40
_CENT = 0.0051
_FEWEST, _MOST = 2, 40
"""Parts of a sum."""
_NEAREST = 4
_MOST_TOTALS = 60
"""Sums that a rounded figure is compared with."""
_MOST_BESIDE = 6
_MOST_PARTS = 6
_TELLING = 10.0
"""Of lesser numbers two often differ by a third that stands beside them."""
_COUNTS = 12.0
"""So few may be counted without being said."""
_WAITS = re.compile(r"\b(?:layover|stop-?over|connection|transfer|wait|change|between|break|gap)\b", re.IGNORECASE)
_EACH = re.compile(r"\b(?:each|apiece|per (?:piece|item|unit|person|night|head)|je|pro)\b", re.IGNORECASE)


class Derivations:
    """Built once a response; `asked` are the figures of the query."""

    def __init__(self, index: FactIndex, response_md: str, asked: Sequence[Quantity]) -> None:
        self.index, self.text, self.asked = index, response_md, asked
        self.moments = DerivedMoments(index, response_md)
        self._orders = Orders(index)
        self._grounded: dict[tuple[object, ...], bool] = {}

    def derive(self, figure: Quantity, part: ClaimStatement, known: Sequence[Statement]) -> DerivedFigure | None:
        """How a figure follows; None when no way is known. `known` are the statements that the claim rests on."""
        found = self._derive(figure, part, known)
        if found is None or not found.holds:
            return found
        if not all(self._is_grounded(one) for one in self._parts_of(figure)):
            return replace(found, is_grounded=False)  # the parts would follow from it in turn
        self._grounded[_said(figure)] = True
        return replace(found, is_grounded=self._needs_no_query(figure, part, known))

    def _needs_no_query(self, figure: Quantity, part: ClaimStatement, known: Sequence[Statement]) -> bool:
        """Whether it follows without what only the user said, who may be wrong."""
        return not self.asked or ((found := self._of_evidence.derive(figure, part, known)) is not None and found.holds)

    @cached_property
    def _of_evidence(self) -> Derivations:
        return Derivations(self.index, self.text, ())

    def _derive(self, figure: Quantity, part: ClaimStatement, known: Sequence[Statement]) -> DerivedFigure | None:
        if (order := self._orders.derive(figure)) is not None:
            return order
        if self._is_of_things(figure, part) or self._is_of_each(figure, known) or self._parts_of(figure):
            return DerivedFigure(True)
        claim = part.statement
        is_given = self._is_grounded(figure)
        beside = [one for one in claim.figures if one.start != figure.start and (is_given or self._is_grounded(one))]
        earlier = [one for one in part.earlier if is_given or self._is_grounded(one)]
        if _is_of_others(figure, beside):
            return DerivedFigure(True)
        known = [*known, *self._beside(figure, known)]
        if figure.kind is Kind.MEASURE and figure.unit == "s":
            found = (
                duration_between(figure, beside, known, earlier)
                or self._of_row(figure, known)
                or self._of_wait(figure, claim)
            )
            if found is not None:
                return found
        is_held = self.index.held.holds(figure)
        if not is_held and contradicts_times(figure, beside):
            return None
        if not is_held and self.moments.holds(figure, claim, (beside, earlier), known):
            return DerivedFigure(True)
        if (summed := self._summed(figure) or (None if is_held else self._combined(figure, part, beside))) is not None:
            return DerivedFigure(True, statement=summed)
        if not is_held and (told := self._of_told_part(figure, claim, known)) is not None:
            return DerivedFigure(True, statement=told)
        if figure.candidates and (written := written_result(self.text, claim.figures, figure)) is not None:
            if math.isnan(written):
                return None
            cent = _CENT * (1.0 if figure.kind is Kind.MONEY else figure.factor)
            if abs(written - figure.candidates[0]) <= max(figure.tolerance, cent):
                return DerivedFigure(True)
            return DerivedFigure(False, _in_its_unit(written, figure), known[0] if known else None)
        exchanged = is_exchanged(figure, [*beside, *earlier, *self.asked], self.index.rates)
        if exchanged is not None:
            return DerivedFigure(True) if exchanged else None
        words = self.text[max(0, claim.start - _BEFORE) : claim.end]
        announced = announces(figure, words)
        pools = [beside, [*earlier, *beside]]
        measured = figure.kind is Kind.MEASURE
        if (
            says_how(figure, self.text, claim.start, claim.end)
            if measured
            else announced or figure.kind is Kind.PERCENT
        ):
            held = [one for statement in known for one in statement.figures]
            pools += [held, [*beside, *held]]
        if any(follows(figure, pool, words, self.asked, announced=announced) for pool in pools):
            return DerivedFigure(True)
        return None

    def _summed(self, figure: Quantity) -> Statement | None:
        """The first of the values whose sum, exactly or as roughly as the figure is told, it is."""
        if not figure.candidates:
            return None
        totals, said = self.index.totals(figure), figure.candidates[0]
        some = islice(totals.items(), _MOST_TOTALS)
        about = (first for total, first in some if abs(said - total) <= margin(figure))
        return totals.get(said) or next(about, None)

    def _combined(self, figure: Quantity, part: ClaimStatement, beside: Sequence[Quantity]) -> Statement | None:
        """The first of the values of a row or column that come to it, where that is hardly by chance."""
        figure = to_duration(figure)
        if figure.kind not in (Kind.MONEY, Kind.MEASURE, Kind.NUMBER) or not figure.candidates or is_year(figure):
            return None
        said, reach = figure.candidates[0], margin(figure)
        claim = part.statement
        if is_of_other_row(figure, part, self.index, self.asked):
            return None
        announced = announces(figure, self.text[max(0, claim.start - _BEFORE) : claim.end])
        of_things = self.index.combined(figure, part.things) if 0 < len(part.things) <= _NEAREST else {}
        is_new_column = is_cell(part) and not self.index.of_column(claim.prop)
        for results in (of_things, self._with_beside(figure, beside), self.index.combined(figure)):
            if (is_new_column and results is of_things) or is_telling(figure, len(results), announced=announced):
                found = next((first for value, first in results.items() if abs(value - said) <= reach), None)
                if found is not None:
                    return found
        return None

    def _with_beside(self, figure: Quantity, beside: Sequence[Quantity]) -> Results:
        """What amounts told beside it come to with one of the evidence each."""
        told = [one.candidates[0] for one in beside if comparable(one, figure) and not is_year(one)][:_NEAREST]
        facts = self.index.facts(figure)[:_MOST] if told else []
        pairs = ((value, fact.figure.candidates[0], fact.statement) for value in told for fact in facts)
        return {result: held for value, other, held in pairs for result in (value + other, abs(value - other))}

    def _beside(self, figure: Quantity, known: Sequence[Statement]) -> list[Statement]:
        """Sentences around those a time or duration rests on: when something begins and how long it takes are often
        said apart. Without any, the one sentence that names two times."""
        if figure.kind in (Kind.TIME, Kind.DATE) or is_year(figure) or figure.unit in ("s", "month"):
            records = dict.fromkeys(one.record for one in known[:_NEAREST])
            near = [one for record in records for one in self.index.records[record][:_MOST_BESIDE]]
            return near or (self._timed if len(self._timed) == 1 else [])
        return []

    def _of_row(self, figure: Quantity, known: Sequence[Statement]) -> DerivedFigure | None:
        """How long it takes from one of the two times of a row to the other: `dep 07:12, arr 08:05`."""
        for record in dict.fromkeys(one.record for one in known if one.is_field):
            times = [each for one in self.index.records[record] for each in one.figures if each.kind is Kind.TIME]
            if len(times) == 2 and is_span(figure, times):
                return DerivedFigure(True, statement=self.index.records[record][0])
        return None

    def _of_wait(self, figure: Quantity, claim: Statement) -> DerivedFigure | None:
        """How long it takes from the end of one leg to the start of the next: a layover."""
        if not _WAITS.search(self.text, claim.start, claim.end):
            return None
        legs = [(one, [each for each in one.figures if each.kind is Kind.TIME]) for one in self._timed[:_MOST]]
        waits = ((leg, (times[-1], others[0])) for (_, times), (leg, others) in pairwise(legs))
        return next((DerivedFigure(True, statement=leg) for leg, gap in waits if is_span(figure, gap)), None)

    def _is_of_things(self, figure: Quantity, part: ClaimStatement) -> bool:
        """Whether an amount is the sum of all amounts in the rows of the things that the claim names: net and tax."""
        if figure.kind is not Kind.MONEY or not 0 < len(part.things) <= _NEAREST:
            return False
        rows = [one for keys in part.things for one in self.index.of_entity(keys) if one.is_field]
        return _is_sum(figure, [each for one in rows for each in one.figures])

    def _is_of_each(self, figure: Quantity, known: Sequence[Statement]) -> bool:
        """`12 boxes, 3 kg each` are 36 kg."""
        for one in known:
            amounts = [each for each in one.figures if (each.kind, each.unit) == (figure.kind, figure.unit)]
            counts = [each for each in one.figures if each.kind is Kind.NUMBER]
            if figure.kind in (Kind.MONEY, Kind.MEASURE) and len(amounts) == len(counts) == 1:
                told = _EACH.search(self.index.text, one.start, one.end)
                if told and _is_value(figure, amounts[0].candidates[0] * counts[0].candidates[0]):
                    return True
        return False

    def _of_told_part(self, figure: Quantity, claim: Statement, known: Sequence[Statement]) -> Statement | None:
        """The statement that says what part of an amount beside it the figure is: `18 EUR. Children pay half.`"""
        said = {term.key for term in claim.terms} - FRAME
        own = (one for one in known[:_NEAREST] if any(term.key in said for term in one.terms))
        for one in own if figure.kind is Kind.MONEY else ():
            factors = [factor for factor in told_factors(self.index.text[one.start : one.end]) if factor < _COUNTS]
            near = self.index.records[one.record][:_MOST_BESIDE] if factors else ()
            amounts = {each.candidates[0] for other in near for each in other.figures if comparable(each, figure)}
            if len(amounts) == 1 and any(_is_value(figure, by * amount) for by in factors for amount in amounts):
                return one
        return None

    def _parts_of(self, figure: Quantity) -> Sequence[Quantity]:
        """The amounts that the response tells right before or behind this one and that add up to it; each is checked
        by itself."""
        if figure.kind is not Kind.MONEY:
            return ()
        behind = [one for one in self._told if one.start > figure.start][:_MOST_PARTS]
        before = [one for one in self._told if one.start < figure.start][: -_MOST_PARTS - 1 : -1]
        runs = (run[:count] for run in (behind, before) for count in range(2, len(run) + 1))
        return next((run for run in runs if _is_sum(figure, run)), ())

    def _is_grounded(self, figure: Quantity) -> bool:
        """Whether others may follow from it: the evidence or the query holds it. Two invented figures would vouch for
        each other: `68 more, which makes 228`."""
        if figure.kind is Kind.NUMBER and figure.candidates[0] <= _COUNTS:
            return True
        key = _said(figure)
        if key not in self._grounded:
            self._grounded[key] = any(same(figure, one) for one in self.asked) or self.index.held.holds(figure)
        return self._grounded[key]

    @cached_property
    def _told(self) -> list[Quantity]:
        return [one for one in find_quantities(self.text) if one.kind is Kind.MONEY]

    @cached_property
    def _timed(self) -> list[Statement]:
        return [one for one in self.index.statements if sum(figure.kind is Kind.TIME for figure in one.figures) == 2]


def _is_sum(figure: Quantity, parts: Sequence[Quantity]) -> bool:
    values = [one.candidates[0] for one in parts if (one.kind, one.unit) == (figure.kind, figure.unit)]
    return _FEWEST <= len(values) <= _MOST and _is_value(figure, sum(values))


def _in_its_unit(value: float, figure: Quantity) -> str:
    number = value / figure.factor
    return f"{number:.2f}".removesuffix(".00") if figure.kind is Kind.MONEY else f"{round(number, 6):.15g}"


def _said(figure: Quantity) -> tuple[object, ...]:
    return figure.kind, figure.unit, figure.candidates, figure.dates


def _is_of_others(figure: Quantity, beside: Sequence[Quantity]) -> bool:
    """Whether it is the sum of all other amounts of its kind in the claim, or how far two of them lie apart: `from
    312 cm to 270 cm, 42 cm`."""
    if figure.kind not in (Kind.MONEY, Kind.MEASURE, Kind.NUMBER) or not figure.candidates or is_year(figure):
        return False
    if figure.in_words or figure.written < _TELLING:
        return False
    values = {
        one.candidates[0] * (1.0 if comparable(one, figure) else figure.factor)
        for one in beside
        if one.candidates and (comparable(one, figure) or one.kind is Kind.NUMBER) and not is_year(one)
    }
    if not _FEWEST <= len(values) <= _MOST_PARTS or any(_is_value(figure, one) for one in values):
        return False
    is_apart = len(values) == _FEWEST and _is_value(figure, max(values) - min(values))
    return is_apart or _is_value(figure, sum(values))


def _is_value(figure: Quantity, value: float) -> bool:
    return bool(figure.candidates) and abs(value - figure.candidates[0]) <= margin(replace(figure, tolerance=0.0))
