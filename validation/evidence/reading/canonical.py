"""Figures, times, dates and weekdays in one form each, so that the reader need not know that 5 pm is 17:00."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from types import MappingProxyType

from validation.evidence.document.values import join_measures, merge_worded, worded_durations
from validation.evidence.language.lexicon import WEEKDAYS
from validation.evidence.quantities.moments import MONTHS, zone_end
from validation.evidence.quantities.quantity import Kind, Quantity, find_quantities
from validation.evidence.quantities.units import CENTS, MAGNITUDES
from validation.evidence.reading.area_units import join_area_units
from validation.evidence.reading.spellings import unify_spellings
from validation.evidence.words import alternatives

_DAY = re.compile(r"\b(?:Mon|Tues?|Wed|Thu(?:rs?)?|Fri|Sat|Sun)\b\.?(?!['’])")
_WEEKDAY = re.compile(r"\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b")
_BESIDE = 12
"""Characters beside a date in which its weekday may stand."""
_RATES = (
    (re.compile(r"[ ]?(?:(?:a|per) |/)head\b(?! of)|[ ]p\.[ ]?p\.|[ /](?:per )?p(?:p|ax|ers)\b", re.I), "per person"),
    (re.compile(r"[ ](?:apiece|ea)\b", re.I), "each"),
    (re.compile(r"[ ]p\.[ ]?n\.|[ ]?/(?:night|nt)\b", re.I), "per night"),
    (re.compile(r"[ ]p\.[ ]?w\.|[ ]?/wk\b", re.I), "per week"),
    (re.compile(r"[ ]p\.[ ]?(?:c\.[ ]?)?m\.|[ ]pcm\b|[ ]?/(?:mo|mth)\b", re.I), "per month"),
    (re.compile(r"[ ]p\.[ ]?a\.|[ ]?/yr\b", re.I), "per year"),
    (re.compile(r"[ ]?/hr?\b", re.I), "per hour"),
)
"""What an amount of money, or a share, is said for; `p.m.` behind a clock time is none."""
_CODE = re.compile(r"0\d\d+")
"""Of a lock or a telephone; `web-01` and `bus 07` are numbered."""
_SMALL = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_WORD_AND_HALF = re.compile(rf"\b({'|'.join(_SMALL)})\.5\b", re.IGNORECASE)
_SCALES = {
    "s": ((172800, "days"), (3600, "hours"), (60, "minutes"), (1, "seconds")),
    "month": ((12, "years"), (1, "months")),
    "m": ((1000, "km"), (1, "m"), (0.01, "cm"), (0.001, "mm")),
    "g": ((1000, "kg"), (1, "g"), (0.001, "mg")),
    "l": ((1, "l"), (0.001, "ml")),
    "°c": ((1, "°C"),),
    "°f": ((1, "°F"),),
    "w": ((1000, "kW"), (1, "W")),
    "wh": ((1000, "kWh"), (1, "Wh")),
    "v": ((1, "V"),),
    "db": ((1, "dB"),),
    "hpa": ((1, "hPa"),),
    "km/h": ((1, "km/h"),),
    "mph": ((1, "mph"),),
    "byte": ((10**12, "TB"), (10**9, "GB"), (10**6, "MB"), (1000, "KB"), (1, "bytes")),
    "m²": ((1, "m²"),),
    "m³": ((1, "m³"),),
    "tbsp": ((1, "tbsp"),),
    "tsp": ((1, "tsp"),),
}
"""The reader takes a unit's word and its sign for two units."""
YEN, RENMINBI, YEN_SIGN = "JPY", "CNY", "¥"
NO_CURRENCIES: Mapping[str, str] = MappingProxyType({YEN_SIGN: YEN})
"""Where the sign that they share stands alone, yen is likelier."""
_SHARED_SIGN = re.compile(r"[¥￥]|\b(?:ct|cents?|centimes|céntimos|pence)\b", re.IGNORECASE)
_PENCE = re.compile(r"\bpence\b", re.IGNORECASE)
_MAGNITUDE = re.compile(rf"^[ -]?(?:{alternatives(MAGNITUDES)})(?=[ -])", re.IGNORECASE)
"""Between a number and a unit that is written as it stands: `12k stars`."""
_DAY_SECONDS, _DAY_MINUTES = 86_400, 1_440
"""24 hours stay hours; from two days on it is days."""
_LONGEST = 6
"""Digits of a value in a larger unit; 100 minutes stay minutes, for 1.666667 hours helps nobody."""
_PART_OF_DAY = re.compile(r"(?:half|quarters?)[ -](?:of )?(?:an? )?day", re.IGNORECASE)
_SHIFT = re.compile(r" (?:later|earlier|afterwards)\b", re.IGNORECASE)
_SENTENCE_END = re.compile(rf"[ ]*(?:\n|$)|[ ]+(?!{'|'.join((*WEEKDAYS, *MONTHS))})(?-i:[A-Z])", re.IGNORECASE)
"""Behind what ends with the full stop of an abbreviation."""


def canonical(text: str, *, weekdays: bool = False, currencies: Mapping[str, str] = NO_CURRENCIES) -> str:
    """The same text with each figure in the one form that all its spellings share. With `weekdays` every whole date
    names its own, so that the reader need not know that 10 March 2026 is a Tuesday. `currencies` says which ones a bare
    yen sign and cents are of."""
    text = join_area_units(unify_spellings(text))
    text = _WORD_AND_HALF.sub(lambda match: f"{_SMALL.index(match[1].lower())}.5", text)
    text = _DAY.sub(_whole_day, text)
    parts, at = [], 0
    for quantity in _figures(text):
        day = _weekday(text, quantity) if weekdays else ""
        between = text[at : quantity.start]
        is_stamp = between == "T" and quantity.kind is Kind.TIME
        parts += [" " if is_stamp else between, day, form_of(quantity, currencies)]
        at = quantity.end if quantity.zone is None else zone_end(text, quantity.end)
        at += is_stamp and text[at : at + 1] == "Z"
        rate, at = _rate(text, at) if quantity.kind in (Kind.MONEY, Kind.PERCENT) else ("", at)
        parts.append(rate)
        is_abbreviated = quantity.kind in (Kind.TIME, Kind.DATE) or rate
        if is_abbreviated and text[at - 1] == "." and _SENTENCE_END.match(text, at):
            parts.append(".")
    return "".join((*parts, text[at:]))


def _figures(text: str) -> tuple[Quantity, ...]:
    """Also durations in two parts or in words; `half a day` and `a year later` are read best as they stand."""
    worded = (one for one in worded_durations(text, 0) if not _SHIFT.match(text, one.end))
    lasting = [one for one in worded if not _PART_OF_DAY.search(one.text)]
    return merge_worded(join_measures(text, find_quantities(text)), lasting)


def _rate(text: str, at: int) -> tuple[str, int]:
    """What stands behind the amount that ends at `at`, if it is said of each of something, and where that ends."""
    for pattern, instead in _RATES:
        match = pattern.match(text, at)
        if match:
            return f" {instead}", match.end()
    return "", at


def names_weekday(text: str) -> bool:
    """Of a canonical text."""
    return _WEEKDAY.search(text) is not None


def _weekday(text: str, quantity: Quantity) -> str:
    """What goes before a date that has no weekday beside it; empty before anything else."""
    year, month, day = quantity.dates[0] if len(quantity.dates) == 1 else (None, None, None)
    around = text[max(0, quantity.start - _BESIDE) : quantity.start], text[quantity.end : quantity.end + _BESIDE]
    if not (year and month and day) or any(map(_WEEKDAY.search, around)):
        return ""
    try:
        return f"{WEEKDAYS[date(year, month, day).weekday()].capitalize()}, "
    except ValueError:
        return ""  # 31 June


def _whole_day(match: re.Match[str]) -> str:
    begins = match[0].rstrip(".").lower()
    return next(day.capitalize() for day in WEEKDAYS if day.startswith(begins))


def currencies_meant(*texts: str) -> Mapping[str, str]:
    """What a bare yen sign and cents in texts that are compared are of: yen, unless they name renminbi and no yen; the
    one currency that they name, of pence only pounds."""
    if not any(_SHARED_SIGN.search(text) for text in texts):
        return NO_CURRENCIES
    units = {one.unit for text in texts for one in find_quantities(text) if one.kind is Kind.MONEY}
    named = units - {CENTS, YEN_SIGN}
    is_told = len(named) == 1 and CENTS in units and (named == {"GBP"} or not any(map(_PENCE.search, texts)))
    of_cents = {CENTS: next(iter(named))} if is_told else {}
    return {**of_cents, YEN_SIGN: RENMINBI if RENMINBI in units and YEN not in units else YEN}


def form_of(quantity: Quantity, currencies: Mapping[str, str] = NO_CURRENCIES) -> str:
    """The one form that all spellings of a figure share."""
    if quantity.kind is Kind.TIME and quantity.text.isdigit() and len(quantity.candidates) > 1:
        return quantity.text  # `from 6 to 9 pm`: morning or evening is not said here
    if quantity.kind is Kind.TIME and quantity.candidates:
        minute = int(quantity.candidates[0] - (quantity.zone or 0)) % _DAY_MINUTES
        return f"{minute // 60:02d}:{minute % 60:02d}{'' if quantity.zone is None else ' UTC'}"
    if quantity.kind is Kind.DATE and quantity.dates:
        year, month, day = quantity.dates[0]
        parts = (day, MONTHS[month - 1].capitalize() if month else None, year)
        return " ".join(str(part) for part in parts if part) or quantity.text
    if not quantity.candidates or (quantity.in_words and quantity.candidates[0] == 1 and quantity.unit != "%"):
        return quantity.text
    if quantity.unit == CENTS and quantity.raw and CENTS not in currencies:
        return f"{_plain(quantity.raw[0])} cents"
    if quantity.kind is Kind.MONEY:
        unit = currencies.get(quantity.unit, quantity.unit)
        return f"{_plain(quantity.candidates[0])} {unit}".strip()
    if quantity.kind is Kind.PERCENT:
        return f"{_plain(quantity.candidates[0])} %"
    if quantity.kind is Kind.NUMBER and _CODE.fullmatch(quantity.text):
        return quantity.text
    if quantity.kind is Kind.NUMBER:
        return f"{'#' if quantity.text.startswith('#') else ''}{_plain(quantity.candidates[0])}"
    return _measure(quantity)


def _measure(quantity: Quantity) -> str:
    if ":" in quantity.text:
        return quantity.text  # `42:30` of a run
    scales = _SCALES.get(quantity.unit)
    if scales is None and not quantity.raw:
        return quantity.text  # `6 ft 1 in`
    has_unit = quantity.text[-1].isalpha() or quantity.text[-1] in "²³"
    if scales is None or not has_unit:
        written = re.match(r"[^\s\d]*[\d.,'’\s]*\d|[A-Za-z-]+", quantity.text)
        rest = _MAGNITUDE.sub("", quantity.text[written.end() :]) if written else ""
        return f"{_plain(quantity.written)}{rest}"
    value = quantity.candidates[0]
    spelled = [f"{_plain(value / (_DAY_SECONDS if unit == 'days' else least))} {unit}" for least, unit in scales]
    fitting = [text for text, (least, _) in zip(spelled, scales, strict=True) if value >= least]
    return next((text for text in fitting if len(text.split()[0]) <= _LONGEST), min(fitting or spelled[-1:], key=len))


def _plain(value: float) -> str:
    return f"{value:.6f}".rstrip("0").rstrip(".")
