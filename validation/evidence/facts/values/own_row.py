"""Whether a figure in a cell of a response follows from the row of its thing, and not from that of another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, product

from validation.evidence.document.statement import Statement
from validation.evidence.facts.claim_statements import ClaimStatement
from validation.evidence.facts.combinations import amounts_in, combined
from validation.evidence.facts.index import FactIndex
from validation.evidence.quantities.derivation import margin
from validation.evidence.quantities.equality import same
from validation.evidence.quantities.quantity import Kind, Quantity
from validation.evidence.quantities.time_spans import is_year, to_duration
from validation.evidence.words import words_of

_REMAINDERS, _FREE = words_of("facts.remainders"), words_of("facts.free")
_USED, _WHOLE = words_of("facts.used"), words_of("facts.whole")
_FEWEST, _MOST, _MOST_ROWS = 2, 5, 60
_TELLING = 100.0
"""Of lesser bare numbers two of any row may differ by one."""


def is_remainder(column: str) -> bool:
    """`Left`, `Remaining budget`, `Profit`."""
    return not _REMAINDERS.isdisjoint(_words(column))


def remainder_of_row(figure: Quantity, part: ClaimStatement, index: FactIndex) -> Statement | None:
    """The row of the thing of a cell that tells what is left, where one of its amounts less others comes to that."""
    own, values = _own_amounts(figure, part, index)
    if not (values and is_remainder(part.statement.prop)):
        return None
    figure = to_duration(figure)
    rest = [one for one in own if _words(one.prop).isdisjoint(_REMAINDERS | _FREE)]  # the evidence may tell it already
    results = _signed([value for value, _ in amounts_in(rest, figure)])
    return own[0] if _is_near(figure, (value for value, signs in results if signs.count(1) == 1)) else None


def is_of_own_row(figure: Quantity, part: ClaimStatement, index: FactIndex, asked: Sequence[Quantity]) -> bool:
    """False where what the row of another thing comes to is told of this one, and of a remainder where nothing of its
    own row is left after something else, nor of an amount of the query. True where it cannot be told."""
    own, values = _own_amounts(figure, part, index)
    figure = to_duration(figure)
    if not values:
        return True
    if is_remainder(part.statement.prop):
        if _is_left_of(figure, asked, part.earlier, values):
            return True
        is_left = _is_near(figure, (value for value, _ in _signed(values)))
        return is_left and not is_used_or_whole(figure, part, index)
    if figure.kind is Kind.NUMBER and figure.candidates[0] < _TELLING:
        return True
    columns = dict.fromkeys(one.prop for one in own if one.prop)
    across = [value for prop in columns for one in index.of_column(prop) for value, _ in amounts_in([one], figure)]
    if _is_near(figure, index.combined(figure, part.things)) or _is_near(
        figure, (abs(value - other) for value in values for other in across)
    ):
        return True
    records = {one.record for one in own}
    rows = islice((row for record, row in index.rows.items() if record not in records), _MOST_ROWS)
    return not any(_is_near(figure, combined([row], (), figure)) for row in rows)


def is_used_or_whole(figure: Quantity, part: ClaimStatement, index: FactIndex) -> bool:
    """Whether a cell that tells what is left or free repeats what was taken of the same thing, or all that there was
    before something was taken."""
    claim = _words(part.statement.prop)
    is_left = not _REMAINDERS.isdisjoint(claim)
    if not (is_left or not _FREE.isdisjoint(claim)) or not _USED.isdisjoint(claim):
        return False
    own, values = _own_amounts(figure, part, index)
    columns = [_words(one.prop) for one in own]
    equal = [_words(one.prop) for one in own if any(same(figure, each) for each in one.figures)]
    is_taken = any(not _USED.isdisjoint(words) for words in columns)
    against = _USED | (_WHOLE if is_left and is_taken else frozenset())
    told = bool(values and equal) and all(
        not against.isdisjoint(words) and words.isdisjoint(_REMAINDERS) for words in equal
    )
    return told and remainder_of_row(figure, part, index) is None


def _own_amounts(figure: Quantity, part: ClaimStatement, index: FactIndex) -> tuple[list[Statement], list[float]]:
    """What the evidence says of the one thing of a cell, and its amounts in the unit of the figure; none where they are
    too few or too many to tell how it was worked out."""
    claim, figure = part.statement, to_duration(figure)
    is_amount = figure.kind in (Kind.MONEY, Kind.MEASURE, Kind.NUMBER) and figure.candidates and not is_year(figure)
    if not (is_amount and claim.is_field and claim.prop and len(part.things) == 1):
        return [], []
    own = [one for keys in part.things for one in index.of_entity(keys)]
    values = [value for value, _ in amounts_in(own, figure)]
    return (own, values) if _FEWEST <= len(values) <= _MOST else (own, [])


def _signed(values: Sequence[float]) -> Iterator[tuple[float, tuple[int, ...]]]:
    """What is left of some of them after others, with the sign of each."""
    for signs in product((1, 0, -1), repeat=len(values)):
        if 1 in signs and -1 in signs:
            yield sum(sign * value for sign, value in zip(signs, values, strict=True)), signs


def _is_left_of(figure: Quantity, asked: Sequence[Quantity], told: Sequence[Quantity], values: Sequence[float]) -> bool:
    """Whether an amount of the query, less one that is told of the thing or together with its values, comes to it."""
    asked, told = ([to_duration(one) for one in some if one.candidates] for some in (asked, told))
    amounts, less = (
        [one.candidates[0] for one in some if (one.kind, one.unit) == (figure.kind, figure.unit)]
        for some in (asked, told)
    )
    return any(
        _is_near(figure, (amount - one for one in less))
        or _is_near(figure, (value for value, signs in _signed([amount, *values]) if signs[0]))
        for amount in amounts
    )


def _is_near(figure: Quantity, results: Iterable[float]) -> bool:
    return any(abs(value - figure.candidates[0]) <= margin(figure) for value in results)


def _words(column: str) -> frozenset[str]:
    return frozenset(column.lower().replace("_", " ").split())
