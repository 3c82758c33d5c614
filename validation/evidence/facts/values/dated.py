"""What the row of the date that a claim names has instead: 8 °C of 15 March, where 11 °C is of 14 March."""

from __future__ import annotations

from validation.evidence.document.statement import Statement
from validation.evidence.facts.index import Fact, FactIndex
from validation.evidence.quantities.equality import same
from validation.evidence.quantities.quantity import Kind, Quantity


def value_of_date(
    claim: Statement, figure: Quantity, fact: Fact, index: FactIndex
) -> tuple[Statement, Quantity] | None:
    """The cell and its figure, under the same name as that of `fact`; None where the claim names several dates, where
    `figure` stands in a row of its date, or no row is of that."""
    cell = fact.statement
    dates = [one for one in claim.figures if one.kind is Kind.DATE]
    if figure.kind is Kind.DATE or not cell.prop or cell.record not in index.rows or len(dates) != 1:
        return None
    dated = _rows_with(dates[0], index)
    if dated & _rows_with(figure, index):
        return None
    cells = [one for record in sorted(dated) for one in index.records[record] if one.prop == cell.prop and one.figures]
    own = cells[0].figures[0] if len(cells) == 1 else None
    return (cells[0], own) if own and own.kind is fact.figure.kind and not same(own, fact.figure) else None


def _rows_with(figure: Quantity, index: FactIndex) -> set[int]:
    return {one.statement.record for one in index.facts(figure) if same(figure, one.figure)}
