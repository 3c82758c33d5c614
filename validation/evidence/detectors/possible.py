"""Whether a price or a clock time that stands nowhere may be worked out in one step from the figures that do.

Such a figure is not shown to be invented: what is said of it is for the reader to read, not for a certain finding.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from validation.evidence.quantities.equality import same
from validation.evidence.quantities.quantity import Kind, Quantity

_MOST = 12
"""With more amounts of one kind than this any other lies one step away; then none is taken to follow."""
_CENT = 0.0051
_DAY = 24 * 60
_WORDED = 3
"""Times of a question, which an answer may take up: `at 7:30 on a Tuesday`."""


def may_follow(said: Quantity, held: Sequence[Quantity], asked: Iterable[Quantity], beside: Iterable[Quantity]) -> bool:
    """`held`: the figures of the evidence, `asked` those of the query, `beside` the others of the claim."""
    asked, beside = tuple(asked), tuple(beside)
    if said.kind is Kind.TIME:
        return any(same(said, one) for one in asked[:_WORDED]) or _moves(said, (*held, *beside))
    if said.kind is not Kind.MONEY or not said.candidates:
        return False
    amounts = _different(one for one in (*held, *beside, *asked) if _is_amount(one, said))
    counts = _different(one for one in (*held, *beside, *asked) if one.kind in (Kind.NUMBER, Kind.MEASURE))
    shares = _different(one for one in held if one.kind is Kind.PERCENT)
    if max(len(amounts), len(counts)) > _MOST:
        return False
    slack = max(said.tolerance, _CENT)
    return any(abs(result - said.candidates[0]) <= slack for result in _results(amounts, counts, shares))


def _moves(said: Quantity, figures: Iterable[Quantity]) -> bool:
    """Half an hour before, or after, a time that is held."""
    figures = tuple(figures)
    times = {minute for one in figures if one.kind is Kind.TIME for minute in one.candidates}
    spans = {one.candidates[0] / 60 for one in figures if one.unit == "s" and one.candidates}
    if max(len(times), len(spans)) > _MOST:
        return False
    reached = {(time + sign * span) % _DAY for time in times for span in spans for sign in (1, -1)}
    return not reached.isdisjoint(said.candidates)


def _is_amount(one: Quantity, said: Quantity) -> bool:
    return one.kind is Kind.MONEY and one.unit == said.unit


def _different(figures: Iterable[Quantity]) -> list[float]:
    """As written: `4 nights` are four, not so many seconds."""
    return list(dict.fromkeys((one.raw or one.candidates)[0] for one in figures if one.candidates and not one.dates))


def _results(amounts: Sequence[float], counts: Sequence[float], shares: Sequence[float]) -> Iterator[float]:
    for one, other in combinations(amounts, 2):
        yield from (one + other, abs(one - other))
    for amount in amounts:
        yield from (amount * count for count in counts)
        yield from (amount / count for count in counts if count)
        for share in shares:
            yield from (amount * share / 100, amount * (1 - share / 100), amount * (1 + share / 100))
    if len(amounts) > 2:
        yield sum(amounts)
