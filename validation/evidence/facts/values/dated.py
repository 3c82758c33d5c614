"""What the row of the date that a claim names has instead: 8 °C of 15 March, where 11 °C is of 14 March."""

from __future__ import annotations

from validation.evidence.document.statement import Statement
from validation.evidence.facts.index import Fact, FactIndex
from validation.evidence.quantities.equality import same
from validation.evidence.quantities.quantity import Kind, Quantity, find_quantities
from validation.evidence.quantities.time_spans import is_year


def value_of_date(
    claim: Statement, figure: Quantity, fact: Fact, index: FactIndex
) -> tuple[Statement, Quantity] | None:
    """The cell and its figure, under the same name as that of `fact`; None where `figure` stands in a row of the one
    date beside it, or no row is of that date."""
    cell = fact.statement
    if figure.kind is Kind.DATE or not cell.prop or cell.record not in index.rows:
        return None
    segment = claim.segment_at(figure.start)
    dates = [one for one in claim.figures if one.kind is Kind.DATE and claim.segment_at(one.start) == segment]
    if len(dates) != 1:
        return None
    dated = _rows_with(dates[0], index)
    if not dated or dated & _rows_with(figure, index):
        return None
    cells = [one for record in sorted(dated) for one in index.records[record] if one.prop == cell.prop and one.figures]
    cells = [one for one in cells if one.figures[0].kind in (figure.kind, Kind.NUMBER) and not one.figures[0].in_words]
    if len(cells) != 1 or any(_is_written_alike(figure, one) for one in cells[0].figures):
        return None
    return cells[0], cells[0].figures[0]


def value_of_year(
    claim: Statement, figure: Quantity, fact: Fact, index: FactIndex
) -> tuple[Statement, Quantity] | None:
    """The cell of the column whose year the claim names, where `fact` stands in the column of another."""
    cell, segment = fact.statement, claim.segment_at(figure.start)
    years = [one for one in claim.figures if is_year(one) and claim.segment_at(one.start) == segment]
    if len(years) != 1 or not _names_year(cell.prop) or _names_year(cell.prop, years[0]):
        return None
    cells = [one for one in index.records[cell.record] if one.keys == cell.keys and _names_year(one.prop, years[0])]
    if len(cells) != 1 or len(cells[0].figures) != 1 or same(cells[0].figures[0], figure):
        return None
    return cells[0], cells[0].figures[0]


def _names_year(prop: str, year: Quantity | None = None) -> bool:
    return any(is_year(one) and (year is None or same(one, year)) for one in find_quantities(prop))


def _rows_with(figure: Quantity, index: FactIndex) -> set[int]:
    return {one.statement.record for one in index.facts(figure) if same(figure, one.figure)}


def _is_written_alike(one: Quantity, other: Quantity) -> bool:
    """With or without the unit: `8 °C` and 8."""
    return same(one, other) or not {*one.raw, *one.candidates}.isdisjoint((*other.raw, *other.candidates))
