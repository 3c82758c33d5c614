"""Figures, times, dates and weekdays in one form each, so that the reader need not know that 5 pm is 17:00."""

from __future__ import annotations

import re
from datetime import date

from validation.evidence.language.lexicon import WEEKDAYS
from validation.evidence.quantities.moments import MONTHS, zone_end
from validation.evidence.quantities.quantity import Kind, Quantity, find_quantities
from validation.evidence.quantities.units import CENTS
from validation.evidence.reading.area_units import join_area_units

_DAY = re.compile(r"\b(?:Mon|Tues?|Wed|Thu(?:rs?)?|Fri|Sat|Sun)\b\.?(?!['’])")
_WEEKDAY = re.compile(r"\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b")
_BESIDE = 12
"""Characters beside a date in which its weekday may stand."""
_HALVES = (
    (re.compile(r"\b(\w+) and a half (hour|day|week|month|year|minute|mile|met|km)", re.IGNORECASE), r"\1.5 \2"),
    (re.compile(r"\ban? (hour|day|week|month|year) and a half\b", re.IGNORECASE), r"1.5 \1s"),
    (re.compile(r"\bthree quarters of an hour\b", re.IGNORECASE), "45 minutes"),
    (re.compile(r"\b(?:a )?quarter of an hour\b", re.IGNORECASE), "15 minutes"),
    (re.compile(r"\bhalf (?:an|a|every) hour\b|\bhalf[- ]hour\b", re.IGNORECASE), "30 minutes"),
)  # fmt: skip
_SPELLINGS = (
    (re.compile(r"\b(?:approx\b\.?|approximately|roughly|ca\.|circa|around)(?= ?[\d€$£])", re.IGNORECASE), "about"),
    (re.compile(r"[~≈][ ]?(?=\d)"), "about "),
    (re.compile("[\u2010\u2011]"), "-"),
    (re.compile(r"\b24/7\b"), "around the clock"),
    (re.compile(r"\b(?:seven|7) days (?:a|per) week\b", re.IGNORECASE), "every day"),
    (re.compile(r"\bwi-?fi\b", re.IGNORECASE), "Wi-Fi"),
    (re.compile(r"\bopens at ([\w:. ]{1,10}) and closes at(?= [\dnm])"), r"is open from \1 until"),
    (re.compile(r"\bcloses at(?= [\dnm])"), "is open until"),
    (re.compile(r"\bopens at(?= [\dnm])"), "is open from"),
)
_CHEER = re.compile("[ \t]?[✨🎉🎊🚀💡📌👉🤗🤞😀-🙏]\ufe0f?")
"""Decoration; circles and ticks say something."""
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
YEN, RENMINBI = "JPY", "CNY"
"""Where the sign that they share stands alone, yen is likelier."""
_DAY_SECONDS, _DAY_MINUTES = 86_400, 1_440
"""24 hours stay hours; from two days on it is days."""
_LONGEST = 6
"""Digits of a value in a larger unit; 100 minutes stay minutes, for 1.666667 hours helps nobody."""


def canonical(text: str, *, weekdays: bool = False, yen: str = YEN) -> str:
    """The same text with each figure in the one form that all its spellings share. With `weekdays` every whole date
    names its own, so that the reader need not know that 10 March 2026 is a Tuesday. `yen` is the currency of a bare
    sign."""
    text = _CHEER.sub("", text)
    for pattern, instead in (*_HALVES, *_SPELLINGS):
        text = pattern.sub(instead, text)
    text = join_area_units(text)
    text = _WORD_AND_HALF.sub(lambda match: f"{_SMALL.index(match[1].lower())}.5", text)
    text = _DAY.sub(_whole_day, text)
    parts, at = [], 0
    for quantity in find_quantities(text):
        day = _weekday(text, quantity) if weekdays else ""
        between = text[at : quantity.start]
        is_stamp = between == "T" and quantity.kind is Kind.TIME
        parts += [" " if is_stamp else between, day, form_of(quantity, yen)]
        at = quantity.end if quantity.zone is None else zone_end(text, quantity.end)
        at += is_stamp and text[at : at + 1] == "Z"
    return "".join((*parts, text[at:]))


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


def currency_of_sign(*texts: str) -> str:
    """What a bare yen sign in texts that are compared stands for: yen, unless they name renminbi and no yen."""
    if not any(sign in text for text in texts for sign in "¥￥"):
        return YEN
    units = {one.unit for text in texts for one in find_quantities(text)}
    return RENMINBI if RENMINBI in units and YEN not in units else YEN


def form_of(quantity: Quantity, yen: str = YEN) -> str:
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
    if quantity.unit == CENTS and quantity.raw:
        return f"{_plain(quantity.raw[0])} cents"
    if quantity.kind is Kind.MONEY:
        unit = yen if quantity.unit == "¥" else quantity.unit
        return f"{_plain(quantity.candidates[0])} {unit}".strip()
    if quantity.kind is Kind.PERCENT:
        return f"{_plain(quantity.candidates[0])} %"
    if quantity.kind is Kind.NUMBER:
        return f"{'#' if quantity.text.startswith('#') else ''}{_plain(quantity.candidates[0])}"
    return _measure(quantity)


def _measure(quantity: Quantity) -> str:
    if ":" in quantity.text:
        return quantity.text  # `42:30` of a run
    scales = _SCALES.get(quantity.unit)
    has_unit = quantity.text[-1].isalpha() or quantity.text[-1] in "²³"
    if scales is None or not has_unit:
        written = re.match(r"[^\s\d]*[\d.,'’\s]*\d|[A-Za-z-]+", quantity.text)
        rest = quantity.text[written.end() :] if written else ""
        return f"{_plain(quantity.written)}{rest}"
    value = quantity.candidates[0]
    spelled = [f"{_plain(value / (_DAY_SECONDS if unit == 'days' else least))} {unit}" for least, unit in scales]
    fitting = [text for text, (least, _) in zip(spelled, scales, strict=True) if value >= least]
    return next((text for text in fitting if len(text.split()[0]) <= _LONGEST), min(fitting or spelled[-1:], key=len))


def _plain(value: float) -> str:
    return f"{value:.6f}".rstrip("0").rstrip(".")
