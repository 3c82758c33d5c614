"""What the amounts of one row, object or column come to together: sums, differences, products with a count."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from validation.evidence.document.statement import Statement
from validation.evidence.facts.lookups import cell_keys
from validation.evidence.quantities.quantity import Kind, Quantity
from validation.evidence.quantities.time_spans import is_year

_MOST_PAIRED, _MOST_SUMMED = 6, 12
_LARGEST_COUNT = 1000
_CHANCE = 0.1
Results = Mapping[float, Statement]


def combined(
    records: Iterable[Sequence[Statement]], columns: Iterable[Sequence[Statement]], figure: Quantity
) -> Results:
    """Each result in the kind and unit of `figure` with the first value that it is made of."""
    found: dict[float, Statement] = {}
    rows = [(row, amounts_in(row, figure)) for row in records]
    for row, amounts in rows:
        named = all(at.is_field or at.prop for _, at in amounts)
        for value in (*_of_row([value for value, _ in amounts], named=named), *_multiplied(row, amounts, figure)):
            found.setdefault(round(value, 6), row[0])
    for column in columns:
        values = [value for value, _ in amounts_in(column, figure)]
        for value in _apart(values[: 2 * _MOST_PAIRED]) if len(values) == len(column) else ():
            found.setdefault(round(value, 6), column[0])
    for (_, label), amounts in _by_label(rows).items():
        values = [value for value, _ in amounts]
        for value in () if label else _apart(values[: 2 * _MOST_PAIRED]):
            found.setdefault(round(value, 6), amounts[0][1])
        if label and len(values) > 1:
            found.setdefault(round(sum(values), 6), amounts[0][1])
    return found


def is_telling(figure: Quantity, results: int, *, announced: bool) -> bool:
    """Whether a figure has so many digits that hardly any would be one of so many results by chance: three, or two
    where the claim says that it is worked out."""
    digits = f"{figure.written:.10g}".partition("e")[0].replace(".", "").strip("0")
    return len(digits) >= 3 - announced and results <= _CHANCE * 10.0 ** len(digits)


def amounts_in(statements: Sequence[Statement], figure: Quantity) -> list[tuple[float, Statement]]:
    """Of its kind and unit; of bare numbers, which leave theirs to a header, where there is none."""
    told = [(one, statement) for statement in statements for one in statement.figures if one.candidates]
    own = [(one.candidates[0], at) for one, at in told if (one.kind, one.unit) == (figure.kind, figure.unit)]
    if own or figure.kind not in (Kind.MONEY, Kind.MEASURE):
        return [(value, at) for value, at in own if not (figure.kind is Kind.NUMBER and 1900 <= value <= 2100)]
    bare = [(one, at) for one, at in told if one.kind is Kind.NUMBER and one.raw and not one.in_words]
    return [(one.raw[0] * figure.factor, at) for one, at in bare if not is_year(one)]


def _of_row(values: Sequence[float], *, named: bool) -> Iterator[float]:
    """Of two values only those are added that have names; a sentence may set one against the other."""
    if len(values) <= _MOST_PAIRED:
        yield from (*_apart(values), *(map(sum, combinations(values, 2)) if named else ()))
    for first in range(len(values[:_MOST_SUMMED])):
        for last in range(first + 3, len(values[:_MOST_SUMMED]) + 1):
            yield sum(values[first:last])


def _apart(values: Sequence[float]) -> Iterator[float]:
    return (abs(one - other) for one, other in combinations(dict.fromkeys(values), 2))


def _multiplied(
    row: Sequence[Statement], amounts: Sequence[tuple[float, Statement]], figure: Quantity
) -> Iterator[float]:
    """`18 pallets, 1,150 kg each`."""
    counts = [one.candidates[0] for at in row for one in at.figures if one.kind is Kind.NUMBER and not is_year(one)]
    if figure.kind is Kind.NUMBER or not any(one.unit == figure.unit for at in row for one in at.figures):
        return  # bare numbers would be amounts and counts at once
    if len(counts) <= _MOST_PAIRED >= len(amounts):
        whole = [count for count in counts if 2 <= count <= _LARGEST_COUNT and count == int(count)]
        yield from (value * count for value, _ in amounts for count in whole)


def _by_label(
    rows: Sequence[tuple[Sequence[Statement], list[tuple[float, Statement]]]],
) -> dict[tuple[int, object], list[tuple[float, Statement]]]:
    """The amounts of the rows that share a date or a cell of a word or two, of those that have one amount; under None
    those of all rows of one table or list."""
    found: dict[tuple[int, object], list[tuple[float, Statement]]] = defaultdict(list)
    for row, amounts in rows:
        if len(amounts) != 1:
            continue
        labels: dict[object, None] = dict.fromkeys(date for at in row for one in at.figures for date in one.dates)
        labels |= dict.fromkeys([None])
        labels |= dict.fromkeys((at.prop, cell_keys(at)) for at in row if at.prop and cell_keys(at))
        for label in labels:
            found[row[0].group, label].append(amounts[0])
    return found
