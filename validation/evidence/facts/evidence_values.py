"""Which values the evidence holds at all, whatever they are of."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from validation.evidence.quantities.equality import comparable, same
from validation.evidence.quantities.quantity import Kind, Quantity

_MOMENTS = (Kind.DATE, Kind.TIME)
_CLOSE = 1e-6
_MOST = 400
"""Dates and clock times that one is compared with."""
Slot = tuple[Kind, str]


class EvidenceValues:
    """`figures` are all of the evidence by kind and unit. Values are sorted once, so thousands can be asked for."""

    def __init__(self, figures: Mapping[Slot, Sequence[tuple[int, Quantity]]]) -> None:
        self._figures = figures
        self._sorted: dict[Slot, list[float]] = {}

    def holds(self, figure: Quantity) -> bool:
        """Whether any figure says the same; one without a unit on either side may have the other's, or be a year."""
        moment = figure.kind if figure.kind in _MOMENTS else Kind.DATE if figure.kind is Kind.NUMBER else None
        if moment and any(same(figure, held) for _, held in self._figures.get((moment, ""), ())[:_MOST]):
            return True
        bare = self._written if figure.kind is Kind.NUMBER else self._values((Kind.NUMBER, ""))
        return _lies_in(figure, figure.raw, bare) or any(
            _lies_in(figure, figure.candidates, self._values(slot)) for slot in self._slots_of(figure)
        )

    def _slots_of(self, figure: Quantity) -> Iterable[Slot]:
        """Cents are of every currency."""
        if figure.kind is Kind.MONEY:
            return [slot for slot, found in self._figures.items() if comparable(figure, found[0][1])]
        return [(figure.kind, figure.unit)]

    def _values(self, slot: Slot) -> list[float]:
        if slot not in self._sorted:
            found = self._figures.get(slot, ())
            self._sorted[slot] = sorted(value for _, figure in found for value in figure.candidates)
        return self._sorted[slot]

    @cached_property
    def _written(self) -> list[float]:
        """Every figure as the number that it is written as."""
        return sorted(value for found in self._figures.values() for _, figure in found for value in figure.raw)


def _lies_in(figure: Quantity, wanted: Sequence[float], values: Sequence[float]) -> bool:
    for value in wanted:
        reach = figure.reach(value) + _CLOSE * abs(value)
        at = bisect_left(values, value - reach)
        if at < len(values) and values[at] <= value + reach:
            return True
    return False
