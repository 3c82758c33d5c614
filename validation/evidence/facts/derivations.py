"""Whether a figure that the evidence does not hold follows from what a claim says or from what it rests on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from validation.evidence.document.statement import Statement
from validation.evidence.facts.index import FactIndex
from validation.evidence.facts.said import Said
from validation.evidence.quantities.derivation import announces, follows
from validation.evidence.quantities.equation import written_result
from validation.evidence.quantities.exchange import is_exchanged
from validation.evidence.quantities.quantity import Kind, Quantity

_DAY = 24 * 60
_BEFORE = 40
_CENT = 0.0051
_FEWEST, _MOST = 2, 40
"""Lines of an order."""
_NEAREST = 4
_MOST_BESIDE = 6


@dataclass(frozen=True, slots=True)
class Derived:
    """`holds` is false where the figure should follow and does not; then `instead` is what does, of `statement`."""

    holds: bool
    instead: str = ""
    statement: Statement | None = None


class Derivations:
    """Built once a response; `asked` are the figures of the query."""

    def __init__(self, index: FactIndex, response_md: str, asked: Sequence[Quantity]) -> None:
        self.index, self.text, self.asked = index, response_md, asked

    def derive(self, figure: Quantity, said: Said, known: Sequence[Statement]) -> Derived | None:
        """How a figure follows; None when no way is known. `known` are the statements that the claim rests on."""
        if (order := self._of_order(figure)) is not None:
            return order
        claim = said.statement
        beside = [other for other in claim.figures if other.start != figure.start]
        known = [*known, *self._beside(figure, known)]
        if figure.kind is Kind.MEASURE and figure.unit == "s":
            found = _duration(figure, beside, known, said.earlier)
            if found is not None:
                return found
        if figure.candidates and figure.candidates[0] in self.index.totals(figure):
            return Derived(True)
        if figure.candidates and (written := written_result(self.text, claim.figures, figure)) is not None:
            if abs(written - figure.candidates[0]) <= max(figure.tolerance, _CENT):
                return Derived(True)
            return Derived(False, f"{written:g}", known[0] if known else None)
        exchanged = is_exchanged(figure, [*beside, *said.earlier, *self.asked], self.index.rates)
        if exchanged is not None:
            return Derived(True) if exchanged else None
        words = self.text[max(0, claim.start - _BEFORE) : claim.end]
        announced = announces(figure, words)
        pools = [beside, [*said.earlier, *beside]]
        if announced or figure.kind in (Kind.PERCENT, Kind.MEASURE):
            held = [one for statement in known for one in statement.figures]
            pools += [held, [*beside, *held]]
        if any(follows(figure, pool, words, self.asked, announced=announced) for pool in pools):
            return Derived(True)
        return None

    def _beside(self, figure: Quantity, known: Sequence[Statement]) -> list[Statement]:
        """Sentences around those a time or duration rests on: when something begins and how long it takes are often
        said apart. Without any, the one sentence that names two times."""
        if figure.kind is Kind.TIME or (figure.kind is Kind.MEASURE and figure.unit == "s"):
            records = dict.fromkeys(one.record for one in known[:_NEAREST])
            near = [one for record in records for one in self._by_record[record][:_MOST_BESIDE]]
            return near or (self._timed if len(self._timed) == 1 else [])
        return []

    def _of_order(self, figure: Quantity) -> Derived | None:
        """The total of a list with counts, `2 x mug, 18.50 EUR each`; a sum that leaves the counts out is none."""
        if figure.kind is not Kind.MONEY or not figure.candidates:
            return None
        for statement, plain, total, unit in self._orders:
            if unit == figure.unit and abs(total - figure.candidates[0]) <= max(figure.tolerance, _CENT):
                return Derived(True, statement=statement)
            if unit == figure.unit and abs(plain - figure.candidates[0]) <= _CENT:
                return Derived(False, f"{total:.2f} {unit}", statement)
        return None

    @cached_property
    def _by_record(self) -> dict[int, list[Statement]]:
        found: dict[int, list[Statement]] = defaultdict(list)
        for one in self.index.statements:
            found[one.record].append(one)
        return found

    @cached_property
    def _timed(self) -> list[Statement]:
        return [one for one in self.index.statements if sum(figure.kind is Kind.TIME for figure in one.figures) == 2]

    @cached_property
    def _orders(self) -> list[tuple[Statement, float, float, str]]:
        return [order for group in self._by_record.values() for order in self._order(group)]

    def _order(self, group: Sequence[Statement]) -> Iterator[tuple[Statement, float, float, str]]:
        lines = [
            (self._count(one), one.figures) for one in group if any(each.kind is Kind.MONEY for each in one.figures)
        ]
        prices = [[each for each in figures if each.kind is Kind.MONEY] for _, figures in lines]
        units = {each.unit for line in prices for each in line}
        if not _FEWEST <= len(lines) <= _MOST or any(len(line) > 1 for line in prices) or len(units) != 1:
            return
        values = [line[0].candidates[0] for line in prices]
        total = sum(count * value for (count, _), value in zip(lines, values, strict=True))
        if total != sum(values):
            yield group[0], sum(values), total, units.pop()

    def _count(self, statement: Statement) -> float:
        """How many of a thing a line lists."""
        for one in statement.figures:
            behind = self.index.text[one.end : one.end + 2].lstrip()
            if one.kind is Kind.NUMBER and one.candidates and behind[:1] in ("x", "×"):
                return one.candidates[0]
        return 1.0


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
