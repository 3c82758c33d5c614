"""Figures in a cell of a response that are worked out from the row of another thing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

from validation.evidence.facts.claim_statements import ClaimStatement
from validation.evidence.facts.combinations import combined
from validation.evidence.facts.index import FactIndex
from validation.evidence.quantities.derivation import margin
from validation.evidence.quantities.equality import same
from validation.evidence.quantities.quantity import Kind, Quantity
from validation.evidence.quantities.time_spans import is_year, to_duration

_MOST_ROWS = 60
_TELLING = 100.0
"""Of lesser bare numbers two of any row may differ by one."""


def is_cell(part: ClaimStatement) -> bool:
    """Whether it is a field of the one thing that it names."""
    return part.statement.is_field and bool(part.statement.prop) and len(part.entities) == 1


def is_of_other_row(figure: Quantity, part: ClaimStatement, index: FactIndex, asked: Sequence[Quantity]) -> bool:
    """Whether the row of another thing comes to it, and neither that of the thing of the cell nor the columns do."""
    if not is_cell(part) or not figure.candidates or is_year(figure) or any(same(figure, one) for one in asked):
        return False
    figure = to_duration(figure)
    if figure.kind is Kind.NUMBER and figure.candidates[0] < _TELLING:
        return False
    records = {one.record for keys in part.entities for one in index.of_entity(keys)}
    own = [index.records[record] for record in sorted(records)]
    columns = [index.of_column(prop) for prop in dict.fromkeys(one.prop for row in own for one in row if one.prop)]
    if not own or _comes_to(figure, combined(own, columns, figure)):
        return False
    others = islice((row for record, row in index.rows.items() if record not in records), _MOST_ROWS)
    return any(_comes_to(figure, combined([row], (), figure)) for row in others)


def _comes_to(figure: Quantity, results: Iterable[float]) -> bool:
    return any(abs(value - figure.candidates[0]) <= margin(figure) for value in results)
