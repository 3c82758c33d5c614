"""One thing that a text says: of what, with which figures, affirmed or denied."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field

from validation.evidence.language.terms import Term
from validation.evidence.quantities.quantity import Kind, Quantity

NEAR, FAR_LEFT, FAR_RIGHT, HEADING = 1.0, 0.5, 0.2, 0.35
"""How much a word tells of a figure: beside it, before it in the sentence, behind it, above the block."""
_REACH = 60
"""Words on either side that may be about one figure; keeps endless sentences linear."""
_OF_THE = 10
"""Characters between a part and its whole."""
_BESIDE = 3


@dataclass(frozen=True, slots=True)
class Statement:
    """`text[start:end]` says it; offsets of terms and figures are into the same text. `context` are the concepts that
    stand around it (row key, column name, key path, heading) and how much they tell, 0.0-1.0. `entity` is the name of
    the item that it is about, `keys` its concepts; both empty where it names none. `prop` is the name of the property
    of a cell or field. `record` is shared by the statements of one row, object, list item or paragraph, `group` by the
    records of one table, list or array. `divides` is where its segments but the first begin."""

    start: int
    end: int
    terms: tuple[Term, ...]
    figures: tuple[Quantity, ...]
    record: int
    group: int
    context: dict[str, float] = field(default_factory=dict)
    entity: str = ""
    keys: frozenset[str] = frozenset()
    prop: str = ""
    is_field: bool = False
    divides: tuple[int, ...] = ()
    section: int = 4
    quote_start: int = 0
    quote_end: int = 0

    @property
    def concepts(self) -> frozenset[str]:
        return frozenset(term.key for term in self.terms) | frozenset(self.context)

    def about(self, start: int, end: int) -> dict[str, float]:
        """What the value at `text[start:end]` is said of: concepts and how near they stand, 0.0-1.0."""
        first = bisect_left(self.terms, start, key=lambda term: term.start)
        near = self.segment_at(start, first)
        found = dict(self.context)
        for term in self.terms[max(0, first - _REACH) : first + _REACH]:
            if term.start < end and term.end > start:
                continue
            weight = NEAR if term.segment == near else FAR_LEFT if term.start < start else FAR_RIGHT
            if term.is_name and term.start >= end:
                weight *= FAR_LEFT
            found[term.side] = max(weight, found.get(term.side, 0.0))
        return found

    def segment_at(self, place: int, first: int | None = None) -> int:
        """The segment of a figure; one alone between two commas belongs to the words before it."""
        segment = bisect_right(self.divides, place)
        first = bisect_left(self.terms, place, key=lambda term: term.start) if first is None else first
        if any(term.segment == segment for term in self.terms[max(0, first - 1) : first + 1]):
            return segment
        return self.terms[first - 1].segment if first else segment

    def word_behind(self, figure: Quantity) -> str:
        """The concept right behind a figure: what it counts."""
        first = bisect_left(self.terms, figure.end, key=lambda term: term.start)
        term = self.terms[first] if first < len(self.terms) else None
        return term.key if term and term.start - figure.end <= _BESIDE else ""

    def whole_of(self, figure: Quantity) -> Quantity | None:
        """`five` of `two of the five printers`."""
        behind = (one for one in self.figures if 0 < one.start - figure.end <= _OF_THE)
        whole = next((one for one in behind if one.kind is Kind.NUMBER), None)
        return None if whole and any(figure.end <= one.start < whole.start for one in self.terms) else whole

    def word_before(self, figure: Quantity) -> str:
        """The concept right before a figure: what it numbers, as in `platform 5`."""
        last = bisect_left(self.terms, figure.start, key=lambda term: term.start) - 1
        term = self.terms[last] if last >= 0 else None
        return term.key if term and figure.start - term.end == 1 else ""
