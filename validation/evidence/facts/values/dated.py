"""What the row of the date that a claim names has instead: 8 °C of 15 March, where 11 °C is of 14 March."""

from __future__ import annotations

import re

from validation.evidence.document.statement import Statement
from validation.evidence.facts.index import Fact, FactIndex
from validation.evidence.quantities.equality import same
from validation.evidence.quantities.quantity import Kind, Quantity, find_quantities
from validation.evidence.quantities.time_spans import is_year

_IN = re.compile(r"\b(?:in|for|during)[ \t]\Z", re.IGNORECASE)


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


def value_of_year(
    text: str, claim: Statement, figure: Quantity, fact: Fact, index: FactIndex
) -> tuple[Statement, Quantity] | None:
    """The cell of the column whose year the claim in `text` names, where `fact` stands in the column of another. None
    where it tells the values of both, or a course: `since 2022`."""
    cell, segment = fact.statement, claim.segment_at(figure.start)
    years = [one for one in claim.figures if is_year(one) and claim.segment_at(one.start) == segment]
    if len(years) != 1 or not _names_year(cell.prop) or _names_year(cell.prop, years[0]):
        return None
    if not _IN.search(text, claim.start, years[0].start):
        return None
    cells = [one for one in index.records[cell.record] if one.keys == cell.keys and _names_year(one.prop, years[0])]
    if len(cells) != 1 or len(cells[0].figures) != 1 or any(same(cells[0].figures[0], one) for one in claim.figures):
        return None
    return cells[0], cells[0].figures[0]


def _names_year(prop: str, year: Quantity | None = None) -> bool:
    return any(is_year(one) and (year is None or same(one, year)) for one in find_quantities(prop))


def _rows_with(figure: Quantity, index: FactIndex) -> set[int]:
    return {one.statement.record for one in index.facts(figure) if same(figure, one.figure)}
