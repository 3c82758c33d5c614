"""Every figure of a text, normalised: money, clock times, dates, measures, percent, plain numbers.

`1,299`, `1299.00`, `1.299,00` and `$1.3k` must compare equal where they mean the same, so a figure keeps every reading
its spelling allows (`1.299` is 1299 or 1.299) and how far a rounded shorthand reaches. Digits in urls, link targets,
list numbers, heading numbers, source references and model names are no quantities.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from validation.domain.text.letters import fold_letters
from validation.evidence.quantities.fractions import find_shares
from validation.evidence.quantities.glued_seconds import is_in_seconds
from validation.evidence.quantities.moments import find_durations, find_moments
from validation.evidence.quantities.numbers import Number, find_numbers, mask, strike_out
from validation.evidence.quantities.remembering import remember_long
from validation.evidence.quantities.spoken_times import ABOUT, is_of_either_half, minutes_off
from validation.evidence.quantities.units import (
    AFTER,
    CENTS,
    CURRENCIES,
    CURRENCY,
    CURRENCY_BEFORE,
    CURRENCY_SIGNS,
    DEGREES,
    MAGNITUDES,
    UNITS,
)
from validation.evidence.words import any_of, pattern_of


class Kind(StrEnum):
    MONEY = "money"
    TIME = "time"
    DATE = "date"
    MEASURE = "measure"
    PERCENT = "percent"
    NUMBER = "number"


@dataclass(frozen=True, slots=True)
class Quantity:
    """`text[start:end]` says it. `candidates` are the values it may have: amounts in the base unit `unit`, minutes of
    the day for a time, `(year, month, day)` for a date with None where unsaid. `tolerance` is how far a rounded value
    may lie off, in the same unit. `raw` are the candidates as written, before the unit's factor; of a time only where
    it is a bare number: `Thu 14-16`. `in_words` is true of `three` and `a third of`; `ambiguous` of a spelling so
    doubtful (`9:0`) that it may hold another figure but is not checked itself. `zone` is that of a clock time in
    minutes before UTC, None where unsaid; `either_half` is true of `half past two`, which may be 14:30."""

    kind: Kind
    start: int
    end: int
    text: str
    unit: str = ""
    candidates: tuple[float, ...] = ()
    raw: tuple[float, ...] = ()
    dates: tuple[tuple[int | None, int | None, int | None], ...] = ()
    tolerance: float = 0.0
    in_words: bool = False
    ambiguous: bool = False
    zone: int | None = None
    either_half: bool = False

    @property
    def written(self) -> float:
        """The number as it stands there, before the unit's factor. Of anything but a date."""
        return (self.raw or self.candidates)[0]

    @property
    def factor(self) -> float:
        """What turns the number that is written into the base unit."""
        return self.candidates[0] / self.raw[0] if self.raw and self.raw[0] else 1.0

    def reach(self, value: float) -> float:
        """How far off one of `candidates` or `raw` may lie: `about 2,000` by 500, and by 0.5 where it is read as 2."""
        first = self.candidates[0] if self.candidates else 0.0
        return self.tolerance * abs(value / first) if first else self.tolerance


_NOTHING_AFTER = re.compile(
    r"(?P<big>(?!))?(?P<percent>(?!))?(?P<currency>(?!))?(?P<unit>(?!))?(?P<degrees>(?!))?(?P<seconds>(?!))?"
)
_UNIT_SIGNS = tuple("%°″" + CURRENCY_SIGNS)
_ORDINAL_ENDS = ("st", "nd", "rd", "th")
_PRICED = any_of("quantity.priced", behind=rf"[ \t:]{{1,2}}(?:(?:{pattern_of('quantity.amounting')})[ \t]){{0,3}}$")
"""In front of `50 pounds` that are paid."""
_RANGE = re.compile(r"[ \t]?(?:-|–|—|to|bis|and|or)[ \t]?")
_IN_YEAR = re.compile(r"in (?:19|20)\d\d", re.IGNORECASE)
_TENS = 10
_GAPS = " \t\u00a0\u202f"
_WORD_ENDS = CURRENCY_SIGNS + "~≈.,&-–#)"
_SIGNS = str.maketrans("º˚٫٬", "°°.,")
"""Other signs of degrees, and the marks in Arabic numbers."""
_SIZE = re.compile(rf"[KMGT]i?\b(?![ \t]?(?i:{CURRENCY})(?!\w))")
"""`1.9G` of a listing of files: the letter is as long as the unit is unsaid."""
_LABEL = re.compile(
    r"(?:\b(?:step|option|passage|section|source|figure|table|no\.|nr\.|goal|tip|part|choice|item|page|chapter|turn|"
    r"version|number|rank|iteration|attempt)s?[ \t]?(?:\d{1,3}[ \t]?(?:,|&|-|–|and|or|to)[ \t]?){0,2}|#)$",
    re.IGNORECASE,
)


@remember_long
def find_quantities(text: str) -> tuple[Quantity, ...]:
    """The quantities of `text` in order, without overlap. Linear in its length."""
    masked = fold_letters(mask(text)).translate(_SIGNS)
    found = [
        Quantity(Kind.MEASURE, start, end, text[start:end], unit, (value,), (value,))
        for start, end, value, unit in find_durations(masked)
    ]
    found += [
        Quantity(Kind.PERCENT, start, end, text[start:end], "%", shares, shares, tolerance=off, in_words=True)
        for start, end, shares, off in find_shares(masked)
    ]
    found.sort(key=lambda quantity: quantity.start)
    found = sorted([*found, *_moments(strike_out(masked, map(_span, found)))], key=lambda quantity: quantity.start)
    bare = strike_out(masked, map(_span, found))
    numbers = find_numbers(bare)
    found += _with_units(bare, numbers)
    found.sort(key=lambda quantity: quantity.start)
    written = ((quantity, text[quantity.start : quantity.end]) for quantity in found)
    return tuple(one if one.text == original else replace(one, text=original) for one, original in written)


def _span(quantity: Quantity) -> tuple[int, int]:
    return quantity.start, quantity.end


def moved(quantity: Quantity, by: int) -> Quantity:
    """The same quantity with its offsets shifted."""
    if not by:
        return quantity
    kind, start, end, text, *rest = map(quantity.__getattribute__, quantity.__slots__)
    return Quantity(kind, start + by, end + by, text, *rest)


def _moments(text: str) -> Iterator[Quantity]:
    for moment in find_moments(text):
        yield Quantity(
            kind=Kind.TIME if moment.minutes else Kind.DATE,
            start=moment.start,
            end=moment.end,
            text=text[moment.start : moment.end],
            candidates=tuple(map(float, moment.minutes)),
            dates=moment.dates,
            in_words=moment.in_words,
            ambiguous=moment.ambiguous,
            zone=moment.zone,
            tolerance=minutes_off(text, moment),
            either_half=is_of_either_half(text, moment),
            raw=() if moment.hour is None else (float(moment.hour),),
        )


def _with_units(text: str, numbers: list[Number]) -> list[Quantity]:
    found: list[Quantity] = []
    for number in numbers:
        quantity = _quantity(text, number)
        if quantity is not None and found and quantity.start < found[-1].end:
            first, sign = found[-1], text[quantity.start : number.start].strip()
            if first.text.startswith(sign):  # `$5 $6`: the sign between them is the second one's
                found[-1] = replace(first, end=quantity.start, text=text[first.start : quantity.start].rstrip())
            else:  # `5 $ 6`
                quantity = _quantity(text, number, has_currency_before=False)
        if quantity is not None:
            found.append(quantity)
    return _share_units(text, found)


def _quantity(text: str, number: Number, *, has_currency_before: bool = True) -> Quantity | None:
    before = text[max(0, number.start - 24) : number.start]
    ends = before.rstrip(_GAPS)[-1:]
    worded = ends.isalpha() or ends in _WORD_ENDS  # spares three searches beside digits and strokes
    currency = CURRENCY_BEFORE.search(before[-6:]) if worded and has_currency_before else None
    united = _may_have_unit(text, number.end) and (currency is not None or not _SIZE.match(text, number.end))
    after = (AFTER if united else _NOTHING_AFTER).match(text, number.end)
    assert after is not None  # every part of it is optional
    if _is_name(text, number, after, is_money=currency is not None):
        return None
    magnitude = _magnitude(after, money=bool(currency or after["currency"]))
    start = number.start - (len(currency[0]) if currency else 0)
    end = _end(number, after, magnitude)
    kind, unit, factor = _slot(currency, after, whole=magnitude)
    if after["unit"] and after["unit"].lower() == "pounds" and _PRICED.search(before):
        kind, unit, factor = Kind.MONEY, "GBP", 1.0
    about = worded and ABOUT.search(before[: len(before) - (number.start - start)]) is not None
    tolerance = _tolerance(number, magnitude, about=about)
    if kind is Kind.NUMBER and (
        (worded and _LABEL.search(before)) or (number.in_words and number.candidates == (1.0,))
    ):
        return None
    return Quantity(
        kind=kind,
        start=start,
        end=end,
        text=text[start:end],
        unit=unit,
        candidates=tuple(value * magnitude * factor for value in number.candidates),
        raw=tuple(value * magnitude for value in number.candidates),
        tolerance=tolerance * factor,
        in_words=number.in_words,
    )


def _may_have_unit(text: str, at: int) -> bool:
    """Spares the long pattern where a digit, a stop or a bracket follows."""
    ahead = text[at : at + 2].lstrip(" \t-\u00a0\u202f")[:1]
    return ahead.isalpha() or ahead in _UNIT_SIGNS


def _is_name(text: str, number: Number, after: re.Match[str], *, is_money: bool) -> bool:
    """`16GB` and `250F` are measures, `4060Ti`, `2x` and the class `7b` names, `3rd` counts."""
    follows = text[number.end : number.end + 2]
    if _SIZE.match(text, number.end):
        return False
    if after["seconds"] == "s":
        return not is_in_seconds(text, number.start, number.end)
    named = follows[:1].isalpha() or follows[:1] == "_"
    is_lettered = after[0] == "b" and not number.decimals and not is_money
    return named and (after.end() == number.end or is_lettered) and follows not in _ORDINAL_ENDS


def _magnitude(after: re.Match[str], *, money: bool) -> float:
    word = (after["big"] or "").strip(" \t\u00a0\u202f-").lower()
    if not word or (word in ("m", "b") and not money):
        return 1.0
    return MAGNITUDES[word]


def _end(number: Number, after: re.Match[str], magnitude: float) -> int:
    if after["currency"] or after["percent"] or after["unit"] or after["degrees"] or after["seconds"]:
        return after.end()
    return after.end("big") if magnitude != 1.0 or _is_metre(after) else number.end


def _is_metre(after: re.Match[str]) -> bool:
    return (after["big"] or "").strip(" \t\u00a0\u202f-") == "m"


def _slot(currency: re.Match[str] | None, after: re.Match[str], *, whole: float) -> tuple[Kind, str, float]:
    if currency:
        return Kind.MONEY, CURRENCIES[currency[1].lower()], 1.0
    if after["currency"]:
        name = CURRENCIES[after["currency"].lower()]
        return Kind.MONEY, name, 0.01 if name == CENTS else 1.0
    if after["percent"]:
        return Kind.PERCENT, "%", 1.0
    if after["unit"]:
        return Kind.MEASURE, *UNITS[after["unit"].lower()]
    if after["seconds"]:
        return Kind.MEASURE, "s", 1.0
    if after["degrees"]:
        return Kind.MEASURE, DEGREES[after["degrees"]], 1.0
    if whole == 1.0 and _is_metre(after):
        return Kind.MEASURE, *UNITS["m"]
    return Kind.NUMBER, "", 1.0


def _tolerance(number: Number, magnitude: float, *, about: bool) -> float:
    """Half of the last place that is written; a bare `2 million` reaches a twentieth of its magnitude, `nearly 25
    million` half of it."""
    if magnitude != 1.0:
        whole = 0.5 if about and number.candidates[0] >= _TENS else 0.05
        return magnitude * (whole if number.decimals == 0 else 0.5 * 10**-number.decimals) * 1.0001
    if not about:
        return 0.0
    if number.decimals:
        return 0.5001 * 10.0**-number.decimals
    zeros = len(digits := f"{number.candidates[0]:.0f}") - len(digits.rstrip("0"))
    return 0.5001 * 10.0 ** min(zeros, max(0, len(digits) - 1))


def _share_units(text: str, found: list[Quantity]) -> list[Quantity]:
    """In `100-120 EUR` and `$10 to 20` both ends have the unit."""
    for index in range(len(found) - 1):
        first, second = found[index], found[index + 1]
        gap = text[first.end : second.start]
        if len(gap) > 6 or not _RANGE.fullmatch(gap):
            continue
        if _IN_YEAR.fullmatch(text, max(0, first.start - 3), first.end):
            continue  # `from 4 EUR in 2024 to 5 EUR`
        if first.kind is Kind.NUMBER and second.kind is not Kind.NUMBER and gap.strip() not in ("and", "or"):
            found[index] = _scaled(first, second)
        elif second.kind is Kind.NUMBER and first.kind is Kind.MONEY and gap.strip() not in ("and", "or"):
            found[index + 1] = _scaled(second, first)
    return found


def _scaled(bare: Quantity, model: Quantity) -> Quantity:
    return replace(bare, kind=model.kind, unit=model.unit, candidates=tuple(value * model.factor for value in bare.raw))
