"""What the evidence as a whole lets one work out: the total of an order, durations, what an amount is paid by."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property

from validation.evidence.document.statement import Statement
from validation.evidence.facts.derive import Derived, derive
from validation.evidence.facts.index import FactIndex
from validation.evidence.facts.said import Said
from validation.evidence.quantities.equality import same
from validation.evidence.quantities.quantity import Kind, Quantity
from validation.evidence.quantities.rates import rate_units

_CENT = 0.0051
_FEWEST, _MOST = 2, 40
"""Lines of an order."""
_NEAREST = 4
_MOST_BESIDE = 6
_VERBATIM = 3
_REACH = 60
_JOINS = ("and", "or", "but", "und", "oder", "et", "to", "bis")
_WORD = re.compile(r"\w+|[,;:.!?|\n]")


class Derivations:
    """Built once a response."""

    def __init__(self, index: FactIndex, response_md: str, asked: Sequence[Quantity]) -> None:
        self.index, self.text, self.asked = index, response_md, asked

    def derive(self, figure: Quantity, said: Said, known: Sequence[Statement]) -> Derived | None:
        """How a figure follows, see `facts.derive`."""
        found = self._of_order(figure)
        if found is not None:
            return found
        totals, rates = self.index.totals(figure), self.index.rates
        known = [*known, *self._beside(figure, known)]
        return derive(
            figure, said.statement, self.text, known, said.earlier, totals=totals, asked=self.asked, rates=rates
        )

    def is_of_another_unit(self, figure: Quantity, masked: str) -> bool:
        """Whether the evidence holds an amount only by another unit: `12 EUR a night` where it is said per stay."""
        units = rate_units(masked, figure.end)
        if not units:
            return False
        held = [one for one in self.index.facts(figure) if same(figure, one.figure)]
        named = [
            rate_units(f"1 per {one.statement.prop}", 1) | rate_units(self.index.text, one.figure.end) for one in held
        ]
        return bool(named) and all(one and one.isdisjoint(units) for one in named)

    def is_verbatim(self, figure: Quantity, masked: str) -> bool:
        """Whether the evidence says the figure behind the same words: `at most three tablets in 24 hours`."""
        said = _last_words(masked, figure.start)
        held = (one.figure.start for one in self.index.facts(figure) if same(figure, one.figure))
        return len(said) == _VERBATIM and any(_last_words(self.index.text, start) == said for start in held)

    def misplaced(self, figure: Quantity, masked: str, bound: Statement) -> Quantity | None:
        """The figure that the sentence of the evidence has behind the words of the claim, where that is another one:
        `at most three tablets in 8 hours`. Behind a conjunction the words before it are understood."""
        said, text = _last_words(masked, figure.start), self.index.text
        alike = [
            one for one in bound.figures[:_MOST] if len(said) == _VERBATIM and _last_words(text, one.start) == said
        ]
        alike = [one for one in alike if (one.kind, one.unit) == (figure.kind, figure.unit)]
        if not alike or any(same(figure, one) for one in alike):
            return None
        own = [_last_words(text, one.start) for one in bound.figures[:_MOST] if same(figure, one)]
        return alike[0] if all(words and words[-1] not in _JOINS for words in own) else None

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


def _last_words(text: str, at: int) -> list[str]:
    """The words in front of a place, at most three, none across a comma or a stop."""
    found = _WORD.findall(text[max(0, at - _REACH) : at].lower())[-_VERBATIM:]
    return found if all(word[0].isalnum() for word in found) else []
