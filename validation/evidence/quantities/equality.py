"""When two quantities say the same: the question behind every figure that must stand in the evidence."""

from __future__ import annotations

from itertools import product

from validation.evidence.quantities.moments import Date
from validation.evidence.quantities.quantity import Kind, Quantity
from validation.evidence.quantities.units import may_be_one_currency

_CLOSE = 1e-6
_DAY = 24 * 60


def same(said: Quantity, held: Quantity) -> bool:
    """Whether `held`, a figure of the evidence, is what `said` claims. A rounded `said` may lie off by its tolerance; a
    figure without a unit on either side takes the other's (a table names the unit in its header)."""
    if said.kind is Kind.DATE or held.kind is Kind.DATE:
        return _same_date(said, held)
    if said.kind is Kind.TIME and held.kind is Kind.TIME:
        # `8:30` may be short for the 20:30 of the evidence; its `10:00` is no 22:00, but its `ten o'clock` may be.
        minutes = _minutes(held, said) if held.either_half else _minutes(held, said)[:1]
        return any(abs(other - one) <= said.tolerance for one in _minutes(said, held) for other in minutes)
    if said.kind is held.kind and comparable(said, held):
        return _close(said, said.candidates, held.candidates)
    if Kind.NUMBER in (said.kind, held.kind):  # of clock times those written as a bare hour
        return _close(said, said.raw, held.raw)
    return False


def comparable(one: Quantity, other: Quantity) -> bool:
    """Whether both answer the same kind of question: a price, a weight, a duration."""
    if one.kind is not other.kind:
        return False
    return may_be_one_currency(one.unit, other.unit) if one.kind is Kind.MONEY else one.unit == other.unit


def _minutes(time: Quantity, other: Quantity) -> list[float]:
    """The minutes of the day a clock time may mean, as written first, in UTC where both name their zone."""
    zone = time.zone if time.zone is not None and other.zone is not None else 0
    return [(minute - zone) % _DAY for minute in time.candidates]


def _close(said: Quantity, values: tuple[float, ...], held: tuple[float, ...]) -> bool:
    """In any reading; two figures with the same doubt (`41,000 kilos`, `41,000 tonnes`) are read in the same way."""
    pairs = zip(values, held, strict=True) if len(values) == len(held) else product(values, held)
    return any(abs(one - other) <= said.reach(one) + _CLOSE * max(1.0, abs(other)) * 0.01 for one, other in pairs)


def _same_date(said: Quantity, held: Quantity) -> bool:
    if said.kind is Kind.DATE and held.kind is Kind.DATE:
        return any(_agree(one, other) for one in said.dates for other in held.dates)
    if said.kind is Kind.NUMBER and held.kind is Kind.DATE:
        return any(value in (year, day) for value in said.candidates for year, _, day in held.dates)
    return False


def _agree(said: Date, held: Date) -> bool:
    """Every part that both name is equal, and the evidence names the day if the claim does."""
    (year, month, day), (held_year, held_month, held_day) = said, held
    return (
        (day is None or day == held_day)
        and (month is None or held_month is None or month == held_month)
        and (year is None or held_year is None or year == held_year)
    )
