"""The total of a list with counts, `2 x mug, 18.50 EUR each`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from validation.evidence.document.statement import Statement
from validation.evidence.facts.index import FactIndex
from validation.evidence.facts.values.moments import DerivedFigure
from validation.evidence.quantities.quantity import Kind, Quantity

_CENT = 0.0051
_FEWEST, _MOST = 2, 40
"""Lines of an order."""


class Orders:
    """Those of the evidence. Built once a response."""

    def __init__(self, index: FactIndex) -> None:
        self._index = index

    def derive(self, figure: Quantity) -> DerivedFigure | None:
        """How an amount is the total of an order; a sum that leaves the counts out is none. None for other amounts."""
        if figure.kind is not Kind.MONEY or not figure.candidates:
            return None
        for statement, plain, total, unit in self._totals:
            if unit == figure.unit and abs(total - figure.candidates[0]) <= max(figure.tolerance, _CENT):
                return DerivedFigure(True, statement=statement)
            if unit == figure.unit and abs(plain - figure.candidates[0]) <= _CENT:
                return DerivedFigure(False, f"{total:.2f} {unit}", statement)
        return None

    @cached_property
    def _totals(self) -> list[tuple[Statement, float, float, str]]:
        """The first line of each order, its sum without counts, its total and the currency."""
        return [order for group in self._index.records.values() for order in self._read(group)]

    def _read(self, group: Sequence[Statement]) -> Iterator[tuple[Statement, float, float, str]]:
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
            behind = self._index.text[one.end : one.end + 2].lstrip()
            if one.kind is Kind.NUMBER and one.candidates and behind[:1] in ("x", "×"):
                return one.candidates[0]
        return 1.0
