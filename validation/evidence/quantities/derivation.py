"""Figures that stand nowhere and follow from others: sums, differences, multiples, shares, rates, spans, dates.

The one place that knows how. A figure follows in one step from figures of fitting dimension, in two where a product is
scaled or topped up. Among many figures any other lies a step away by chance; then nothing follows.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations

from validation.evidence.quantities.equality import comparable
from validation.evidence.quantities.quantity import Kind, Quantity
from validation.evidence.quantities.time_spans import is_moved_date, is_span, is_year
from validation.evidence.words import any_of, pattern_of

_CONVERTED = {
    ("oz", "g"): 28.3495,
    ("inch", "m"): 0.0254,
    ("mile", "m"): 1609.344,
    ("mph", "km/h"): 1.609344,
}
_OFF = 0.02
"""How far a rounded conversion may lie off, as a share."""
_DEGREES_OFF = 1.0


def is_converted(said: Quantity, known: tuple[Quantity, ...]) -> bool:
    """Whether `said` is a known measure in another unit, within rounding."""
    if said.kind is not Kind.MEASURE or not said.candidates:
        return False
    return any(
        _converts(said.unit, said.candidates[0], held.unit, held.candidates[0])
        for held in known
        if held.kind is Kind.MEASURE and held.candidates and held.unit != said.unit
    )


def _converts(unit: str, value: float, held_unit: str, held: float) -> bool:
    if (unit, held_unit) == ("°c", "°f"):
        return abs((held - 32) * 5 / 9 - value) <= _DEGREES_OFF
    if (unit, held_unit) == ("°f", "°c"):
        return abs(held * 9 / 5 + 32 - value) <= _DEGREES_OFF * 2
    factor = _CONVERTED.get((held_unit, unit)) or 1 / _CONVERTED.get((unit, held_unit), float("inf"))
    return bool(factor) and abs(held * factor - value) <= _OFF * abs(value)


_MOST = 12
"""With more figures of one dimension than this a coincidence becomes likely."""
_MOST_SCALED = 24
"""Ways to scale: more would reach any round figure."""
_CENT = 0.0051
_LONG = re.compile(r"0\d+|[1-9]\d{3,}(?<!1000)")
_AMOUNTS = (Kind.MONEY, Kind.MEASURE, Kind.NUMBER)
_MONTHS = 12.0
_FACTORS = {
    "half": 0.5, "a third": 1 / 3, "a quarter": 0.25, "twice as": 2.0, "twice the": 2.0, "double": 2.0,
    "there and back": 2.0, "round trip": 2.0, "return trip": 2.0, "one and a half times": 1.5,
    "year": _MONTHS, "annual": _MONTHS, "p.a.": _MONTHS,
}  # fmt: skip
_FACTOR = re.compile(r"\b(?<!and a )(?:" + "|".join(map(re.escape, _FACTORS)) + r")(?! an hour| past)", re.IGNORECASE)
"""`Two and a half hours`, `half past six`: there is no factor."""
_RATES = r"each|apiece|per|average|mean|a (?:year|month|week|day|head|person)|pro|je"
"""Says of a figure that it is a rate or a mean."""
_COMPARES = pattern_of("derivation.compares")
"""Says of a figure that it is a sum or a difference."""
_SIGNS = r"[+×÷=≈/]|\d[ \t]?[x*][ \t]?\d|" + _FACTOR.pattern
_ANNOUNCES = re.compile(
    rf"\b(?:{_COMPARES}|{_RATES}|both|all|than|between|increase\w*|decrease\w*|reduc\w+|discount\w*|down to|up to|"
    r"goes up|leav\w+|then|add\w*|includ\w*|incl\.?|with|below|under|within|above|convert\w*|accordingly|"
    r"a (?:piece|mile|kilomet\w+)|for (?:all|two|three|four|five|six|seven|eight|ten|\d+)|durchschnitt\w*)\b|" + _SIGNS,
    re.IGNORECASE,
)
_ADDS = re.compile(
    rf"\b(?:{_COMPARES}|both|all|between|increase\w*|reduc\w+|up to|down to|leav\w+|then|add\w*|includ\w*|incl|with)"
    r"\b|[+=]",
    re.IGNORECASE,
)
_SAYS_HOW = re.compile(
    rf"\b(?:{_COMPARES}|{_RATES}|warmer|colder|instead of|by|a portion|später|früher|schwerer)\b|" + _SIGNS,
    re.IGNORECASE,
)
_COUNTS_FROM = re.compile(r"[ ](?:before|after)\b", re.IGNORECASE)
_LEFT_OF, _RIGHT_OF = 40, 30
_AVERAGES = re.compile(r"\b(?:average|mean|midpoint|durchschnitt\w*)\b", re.IGNORECASE)
_MOVES = any_of("derivation.moves", behind="")
RISES = any_of("derivation.rises")
FALLS = any_of("derivation.falls")
MORE = r"more|higher|later|older|longer|bigger|larger|heavier|taller|dearer|faster|wider|deeper|warmer|above|ahead"
LESS = r"fewer|less|lower|earlier|younger|shorter|smaller|lighter|cheaper|slower|narrower|colder|below|behind"
_MORE_THAN, _LESS_THAN = (re.compile(rf"\b(?:{words})\b.{{0,40}}\bthan\b", re.I | re.S) for words in (MORE, LESS))
_ROUGHLY = re.compile(r"(?:\b(?:roughly|approximately|nearly|almost|about|around|some|ca\.?|circa|rounded)|~)", re.I)


def announces(figure: Quantity, words: str) -> bool:
    """Whether a sentence says that a figure of this kind is worked out."""
    return _stands_in(_MOVES if figure.kind is Kind.DATE else _ANNOUNCES, words)


def says_how(figure: Quantity, text: str, start: int, end: int) -> bool:
    """Whether the words right beside a figure in the claim `text[start:end]` say that it is worked out of others."""
    sides = (max(start, figure.start - _LEFT_OF), figure.start), (figure.end, min(end, figure.end + _RIGHT_OF))
    return any(_SAYS_HOW.search(text, *side) for side in sides) or _COUNTS_FROM.match(text, figure.end) is not None


@lru_cache(maxsize=64)
def _stands_in(words_of: re.Pattern[str], words: str) -> bool:
    """Remembered, for all figures of a long claim ask about the same stretch of it."""
    return words_of.search(words) is not None


def follows(
    figure: Quantity,
    pool: Iterable[Quantity],
    words: str = "",
    asked: Sequence[Quantity] = (),
    *,
    announced: bool = True,
) -> bool:
    """Whether `figure` follows from `pool`; `words` is the sentence, `asked` are figures of the query, which may only
    scale or add: `for six`. Not `announced`, only spans, shares and amounts of money follow; without `words` in one
    step."""
    pool = tuple(one for one in pool if one.start != figure.start or one.text != figure.text)
    if figure.kind is Kind.DATE:
        return is_moved_date(figure, pool)
    if figure.kind is Kind.TIME or not figure.candidates:
        return False
    if figure.kind is Kind.PERCENT:
        return _is_share(figure, pool, words)
    if is_year(figure):
        return False
    if figure.kind is Kind.MEASURE and (is_converted(figure, pool) or is_span(figure, pool)):
        return True
    if figure.kind is Kind.MEASURE and any(_differs_in_unit(figure, one) for one in pool):
        return False
    amounts = _amounts(figure, (*pool, *asked) if announced and figure.kind is Kind.MONEY else pool)
    if len(amounts) > _MOST or figure.candidates[0] in amounts or not (announced or figure.kind is Kind.MONEY):
        return False
    asked = asked if announced else ()
    target, slack = figure.candidates[0], _slack(figure, words)
    return any(abs(result - target) <= slack for result in _results(figure, amounts, pool, words, asked))


def _differs_in_unit(figure: Quantity, other: Quantity) -> bool:
    """`9 weeks` beside `9 days` is a slip of the unit, whatever else comes to seven."""
    alike = (other.kind, other.unit, other.raw) == (figure.kind, figure.unit, figure.raw)
    return alike and bool(figure.raw) and other.candidates != figure.candidates


def _results(
    figure: Quantity, amounts: Sequence[float], pool: Sequence[Quantity], words: str, asked: Sequence[Quantity]
) -> Iterator[float]:
    adds = figure.kind is Kind.MONEY or _ADDS.search(words) is not None  # `10 tablets a day` is no sum of 2 and 8
    for one, other in combinations(amounts, 2):
        yield from (one + other, abs(one - other)) if adds else ()
        if _AVERAGES.search(words):
            yield (one + other) / 2
    if adds and len(amounts) > 2:
        yield sum(amounts)
    told = told_factors(words)
    told = [factor for factor in told if factor != _MONTHS or figure.kind is Kind.MONEY]
    shares = [one.candidates[-1] / 100 for one in pool if one.kind is Kind.PERCENT and one.candidates][:_MOST]
    counted = (Kind.NUMBER, Kind.MEASURE) if figure.kind is Kind.MONEY else (Kind.NUMBER,)
    counts = _counts(pool, counted) if figure.kind is not Kind.NUMBER else []
    wanted = _counts(asked, counted)
    for amount in amounts:
        yield from (amount * factor for share in shares for factor in (share, 1 - share, 1 + share))
        for count in (*counts, *told, *wanted):
            yield from (amount * count, amount / count)
            if words and figure.kind is Kind.MONEY and len(amounts) * len(counts) <= _MOST_SCALED:
                yield from (amount * count + sign * other for other in amounts for sign in (1, -1))
        if len(wanted) * len(counts) <= _MOST_SCALED:
            yield from (amount * new / old for new in wanted for old in counts)


def told_factors(words: str) -> list[float]:
    """What `half` or `twice the` in a sentence multiplies by; a year is twelve months."""
    return [_FACTORS[match[0].lower()] for match in _FACTOR.finditer(words)]


def _slack(figure: Quantity, words: str) -> float:
    if figure.tolerance:
        return figure.tolerance
    digits = f"{figure.candidates[0]:.0f}"
    if _ROUGHLY.search(words) or (figure.kind is Kind.MONEY and "=" in words and "." not in figure.text):
        return 0.5001 * 10.0 ** (len(digits) - len(digits.rstrip("0")))
    return margin(figure)


def margin(figure: Quantity) -> float:
    """How far off the result of a calculation may lie that a figure states, in its base unit."""
    if figure.kind is Kind.PERCENT:
        decimals = re.search(r"[.,](\d+)", figure.text)
        return max(figure.tolerance, 0.51 * 10.0 ** -(len(decimals[1]) if decimals else 0))
    exactly = _CENT if figure.kind is Kind.MONEY else 1e-6 * max(1.0, abs(figure.candidates[0]))
    return max(figure.tolerance, exactly)


def _amounts(figure: Quantity, pool: Iterable[Quantity]) -> list[float]:
    """The different values of its dimension; for money also bare numbers with cents."""
    pool = [one for one in pool if one.candidates and not is_year(one)]
    found = [one.candidates[0] for one in pool if _is_amount(one, figure)]
    if not found and figure.kind in (Kind.MEASURE, Kind.MONEY):  # a title names the unit of bare numbers
        found = [one.raw[0] * figure.factor for one in pool if one.kind is Kind.NUMBER and one.raw and not one.in_words]
    return list(dict.fromkeys(found))


def _is_amount(one: Quantity, figure: Quantity) -> bool:
    bare = figure.kind is Kind.MONEY and one.kind is Kind.NUMBER and re.search(r"[.,]\d\d$", one.text) is not None
    return bare or comparable(one, figure)


def _counts(pool: Iterable[Quantity], kinds: Sequence[Kind]) -> list[float]:
    """How often something may count, as written: `4 x`, for an amount of money also `24 months`. A long row of digits
    numbers an invoice, a customer or a town."""
    found = (
        one.written
        for one in pool
        if one.kind in kinds and one.candidates and not is_year(one) and not _LONG.fullmatch(one.text)
    )
    return list(dict.fromkeys(count for count in found if count >= 2 and count == int(count)))[:_MOST]


def _is_share(figure: Quantity, pool: Iterable[Quantity], words: str) -> bool:
    """One amount in percent of another, or how much it is more or less: what rose or is dearer than another
    is told of the lesser, what fell of the greater."""
    values: dict[tuple[Kind, str], set[float]] = {}
    for one in pool:
        if one.kind in _AMOUNTS and one.candidates and one.candidates[0] > 0:
            values.setdefault((one.kind, one.unit), set()).add(one.candidates[0])
    decimals = len(figure.text.partition(".")[2].rstrip("% ")) if "." in figure.text else 0
    slack = 0.51 * 10.0**-decimals
    if "point" in figure.text.lower() or "punkt" in figure.text.lower():
        shares = dict.fromkeys(one.candidates[0] for one in pool if one.kind is Kind.PERCENT and one.candidates)
        apart = (abs(one - other) for one, other in combinations(list(shares)[:_MOST], 2))
        return any(abs(gap - figure.candidates[0]) < _CENT for gap in apart)
    return any(
        abs(share - figure.candidates[0]) <= slack
        for group in values.values()
        if len(group) <= _MOST
        for one, other in combinations(sorted(group), 2)
        for share in _shares(one, other, words)
    )


def _shares(less: float, more: float, words: str) -> Iterator[float]:
    rises = RISES.search(words) or _MORE_THAN.search(words)
    falls = FALLS.search(words) or _LESS_THAN.search(words)
    if not (rises or falls):
        yield 100 * less / more
    if not rises or falls:
        yield 100 * (more - less) / more
    if not falls or rises:
        yield 100 * (more - less) / less
