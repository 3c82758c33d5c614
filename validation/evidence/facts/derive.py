"""Figures that no evidence holds and that follow from it: sums, differences, products, durations, dates, units."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import combinations

from validation.evidence.document.statement import Statement
from validation.evidence.quantities.conversions import is_converted
from validation.evidence.quantities.quantity import Kind, Quantity

_DAY = 24 * 60
_DAY_SECONDS = 86_400.0
_FEW = 5
"""Among more dates or years than this two lie any number apart."""
_MOST = 12
"""With more amounts than this a coincidence becomes likely; then nothing follows."""
_CENT = 0.0051
_ROUGHLY = re.compile(
    r"\b(?:about|around|roughly|approximately|some|nearly|almost|over|under|~|ca\.?|circa)[ \t]{0,2}$", re.I
)


_RECKONS = re.compile(
    r"\b(?:total|altogether|in all|together|sum|combined|overall|plus|both|more|less|fewer|than|longer|shorter|heavier|"
    r"lighter|higher|lower|larger|smaller|difference|gap|between|apart|climb\w*|gain\w*|rise|rose|grew|"
    r"grown|growth|fell|"
    r"drop\w*|increase\w*|decrease\w*|left|remain\w*|another|then|comes? to|came to|amounts? to|interest|"
    r"sav\w+|half|twice|"
    r"each|all|weigh\w*|leaves?|behind|ahead|below|under|within|above|per|"
    r"a (?:year|month|week|day)|for (?:two|three|four|five|six|\d+))\b|[+×=]|\d[ \t]?x[ \t]?\d",
    re.IGNORECASE,
)
"""Words that announce a figure worked out."""


@dataclass(frozen=True, slots=True)
class Derived:
    """`holds` is false where the figure should follow and does not; then `instead` is what does, of `statement`."""

    holds: bool
    instead: str = ""
    statement: Statement | None = None


def derive(
    figure: Quantity,
    claim: Statement,
    text: str,
    known: Sequence[Statement],
    earlier: Sequence[Quantity] = (),
    *,
    totals: Sequence[float] = (),
    asked: Sequence[Quantity] = (),
) -> Derived | None:
    """How a figure follows from what the claim itself says or from the statements it rests on; None when no way is
    known. `text` is the response, `earlier` are figures that stand before the claim in it, `totals` the sums of a
    property of its kind over all things, `asked` the figures of the query, from which a limit is told."""
    if not figure.candidates and not figure.dates:
        return None
    beside = [other for other in claim.figures if other.start != figure.start]
    pool = [*beside, *_figures(known), *earlier]
    if figure.kind is Kind.MEASURE and figure.unit in ("s", "month") and _is_between(figure, pool):
        return Derived(True)
    if figure.kind is Kind.MEASURE and figure.unit == "s":
        found = _duration(figure, beside, known, earlier)
        if found is not None:
            return found
    if figure.kind is Kind.DATE:
        return Derived(True) if _is_shifted_date(figure, pool) else None
    if figure.kind is Kind.MEASURE and is_converted(figure, tuple(pool)):
        return Derived(True)
    slack = _slack(figure, text)
    if any(abs(total - figure.candidates[0]) <= slack for total in totals):
        return Derived(True)
    if figure.kind is Kind.PERCENT:
        return Derived(True) if _is_share(figure, pool) else None
    if _is_year(figure):
        return Derived(True) if _is_shifted_year(figure, pool) else None
    reckons = _RECKONS.search(text, max(0, claim.start - 40), claim.end) is not None
    if figure.kind is not Kind.MONEY and not reckons:
        return None
    counts = [*_counts(pool), *_implied_counts(text, claim)] if figure.kind is Kind.MONEY else []
    if figure.kind is Kind.MONEY and _is_exchanged(figure, pool):
        return Derived(True)
    own, theirs = _amounts(figure, beside), _amounts(figure, _figures(known))
    listed = _amounts(figure, (*earlier, *beside))
    pools = [own, listed]
    if reckons:
        pools += [theirs, list(dict.fromkeys((*own, *theirs))), [*own, *_amounts(figure, asked)]]
    for amounts in pools:
        if len(amounts) <= _MOST and _computes(figure.candidates[0], slack, amounts, counts):
            return Derived(True)
    return None


def _slack(figure: Quantity, text: str) -> float:
    if figure.tolerance:
        return figure.tolerance
    if _ROUGHLY.search(text, max(0, figure.start - 16), figure.start):
        digits = f"{figure.candidates[0]:.0f}"
        return 0.5001 * 10.0 ** (len(digits) - len(digits.rstrip("0")))
    return _CENT if figure.kind is Kind.MONEY else 1e-6


def _figures(known: Iterable[Statement]) -> Iterator[Quantity]:
    return (figure for statement in known for figure in statement.figures)


def _amounts(figure: Quantity, pool: Iterable[Quantity]) -> list[float]:
    """The different values of the same unit, and what a bare number of the pool may mean there."""
    found = [one.candidates[0] for one in pool if one.candidates and _is_amount(one, figure)]
    return list(dict.fromkeys(found))


def _is_amount(one: Quantity, figure: Quantity) -> bool:
    """Of the same unit, or for money a bare number with cents."""
    bare = figure.kind is Kind.MONEY and one.kind is Kind.NUMBER and re.search(r"[.,]\d\d$", one.text) is not None
    return bare or (one.kind, one.unit) == (figure.kind, figure.unit)


def _implied_counts(text: str, claim: Statement) -> list[float]:
    """`A year` of monthly amounts is twelve of them, `half of it` is a half."""
    said = text[claim.start : claim.end]
    found = [12.0] if re.search(r"\b(?:year|yearly|annual\w*|p\.a\.)\b", said, re.IGNORECASE) else []
    return [*found, 0.5] if re.search(r"\bhalf\b", said, re.IGNORECASE) else found


def _is_exchanged(figure: Quantity, pool: Iterable[Quantity]) -> bool:
    """An amount in another currency at a rate that the evidence holds."""
    pool = tuple(pool)
    amounts = [
        one.candidates[0] for one in pool if one.kind is Kind.MONEY and one.unit != figure.unit and one.candidates
    ]
    rates = [one.candidates[-1] for one in pool if one.kind is Kind.NUMBER and "." in one.text and one.candidates]
    slack = max(figure.tolerance, 0.0051 * figure.candidates[0] if figure.candidates[0] % 10 == 0 else _CENT)
    return any(
        abs(result - figure.candidates[0]) <= slack
        for amount in amounts[:_MOST]
        for rate in rates[:_MOST]
        if rate
        for result in (amount * rate, amount / rate)
    )


def _counts(pool: Iterable[Quantity]) -> list[float]:
    """How often something may count: `4 x`, `24 months`."""
    found = [
        one.raw[0] if one.raw else one.candidates[0]
        for one in pool
        if one.kind in (Kind.NUMBER, Kind.MEASURE) and one.candidates
    ]
    return list(dict.fromkeys(count for count in found if 2 <= count <= 1000 and count == int(count)))[:_MOST]


def _computes(target: float, slack: float, amounts: Sequence[float], counts: Sequence[float]) -> bool:
    """Whether a sum, a difference or a product gives `target`, or a product and one amount more or less."""
    if not amounts or target in amounts:
        return False
    products = [amount * count for amount in amounts for count in counts]
    results = [one + other for one, other in combinations(amounts, 2)]
    results += [abs(one - other) for one, other in combinations(amounts, 2)]
    results += products
    results += [product + sign * amount for product in products for amount in amounts for sign in (1, -1)]
    results += [sum(amounts)] if len(amounts) > 2 else []
    return any(abs(result - target) <= slack for result in results)


def _duration(
    figure: Quantity, beside: Sequence[Quantity], known: Sequence[Statement], earlier: Sequence[Quantity]
) -> Derived | None:
    """Between two clock times of the claim, else of one statement of the evidence; or a sum of durations."""
    own = [other for other in beside if other.kind is Kind.TIME]
    before = [other for other in earlier if other.kind is Kind.TIME][-2:]
    sources: list[tuple[Sequence[Quantity], Statement | None]] = [(own, None), (before, None)]
    sources += [([one for one in statement.figures if one.kind is Kind.TIME], statement) for statement in known]
    said = figure.candidates[0] / 60
    wrong: Derived | None = None
    for times, statement in sources:
        if len(times) != 2:
            continue
        minutes = {(second - first) % _DAY for first in times[0].candidates for second in times[1].candidates}
        if any(abs(said - one) <= max(figure.tolerance / 60, 0.5) for one in minutes):
            return Derived(True, statement=statement)
        if statement is not None and own and _same_times(own, times):
            wrong = wrong or Derived(False, _hours(min(minutes)), statement)
    return wrong


def _same_times(own: Sequence[Quantity], times: Sequence[Quantity]) -> bool:
    """Whether a claim names the very times of a statement."""
    held = {reading for time in times for reading in time.candidates}
    return all(held & set(one.candidates) for one in own)


def _hours(minutes: float) -> str:
    hours, rest = divmod(int(minutes), 60)
    return f"{hours} h {rest} min" if rest else f"{hours} hours"


def _is_share(figure: Quantity, pool: Sequence[Quantity]) -> bool:
    """One amount in percent of another, or how much it is more or less."""
    values: dict[tuple[Kind, str], set[float]] = {}
    for one in pool:
        if one.kind in (Kind.MONEY, Kind.MEASURE, Kind.NUMBER) and one.candidates and one.candidates[0] > 0:
            values.setdefault((one.kind, one.unit), set()).add(one.candidates[0])
    decimals = len(figure.text.partition(".")[2].rstrip("% ")) if "." in figure.text else 0
    slack = 0.51 * 10.0**-decimals
    return any(
        abs(share - figure.candidates[0]) <= slack
        for group in values.values()
        if len(group) <= _MOST
        for one, other in combinations(sorted(group), 2)
        for share in (100 * one / other, 100 * (other - one) / other, 100 * (other - one) / one)
    )


def _is_between(figure: Quantity, pool: Iterable[Quantity]) -> bool:
    """`Six days after` of 20 and 26 February; `33 years` of 1628 and 1661."""
    pool = tuple(pool)
    days = list(dict.fromkeys(day for one in pool for parts in one.dates if (day := _day(*parts))))
    years = dict.fromkeys(int(one.candidates[0]) for one in pool if one.candidates and _is_year(one))
    years |= dict.fromkeys(parts[0] for one in pool for parts in one.dates if parts[0])
    said = figure.candidates[0]
    if max(len(days), len(years)) > _FEW:
        return False
    if figure.unit == "s":
        return said >= _DAY_SECONDS and any(
            abs(abs((one - other).days) * _DAY_SECONDS - said) < 1 for one, other in combinations(days, 2)
        )
    return any(abs(abs(one - other) * 12 - said) < 0.01 for one, other in combinations(years, 2))


def _is_year(figure: Quantity) -> bool:
    return figure.kind is Kind.NUMBER and len(figure.text) == 4 and 1000 <= figure.candidates[0] <= 2100


def _is_shifted_year(figure: Quantity, pool: Iterable[Quantity]) -> bool:
    """`Two years later, in 1926` of 1924."""
    pool = tuple(pool)
    years = [one.candidates[0] for one in pool if one.candidates and _is_year(one)]
    spans = [
        one.candidates[0] / 12 for one in pool if one.kind is Kind.MEASURE and one.unit == "month" and one.candidates
    ]
    return any(abs(abs(figure.candidates[0] - year) - span) < 0.01 for year in years for span in spans)


def _is_shifted_date(figure: Quantity, pool: Iterable[Quantity]) -> bool:
    """`14 days after 3 March 2026` is 17 March 2026."""
    pool = tuple(pool)
    spans = [
        one.candidates[0] / 86400 for one in pool if one.kind is Kind.MEASURE and one.unit == "s" and one.candidates
    ]
    wanted = {_day(*parts) for parts in figure.dates} - {None}
    for one in pool:
        for parts in one.dates if one.kind is Kind.DATE else ():
            start = _day(*parts)
            for span in spans:
                if start and span == int(span) and 0 < span < 4000:
                    moved = {start + timedelta(days=span), start - timedelta(days=span)}
                    if moved & wanted:
                        return True
    return False


def _day(year: int | None, month: int | None, day: int | None) -> date | None:
    try:
        return date(year or 2001, month or 0, day or 0)
    except (ValueError, OverflowError):
        return None
