"""Currencies and units: every spelling leads to one name, and to a factor where units convert exactly."""

from __future__ import annotations

import re

CURRENCIES = {
    "$": "USD", "us$": "USD", "usd": "USD", "dollar": "USD", "dollars": "USD", "bucks": "USD",
    "€": "EUR", "eur": "EUR", "euro": "EUR", "euros": "EUR",
    "£": "GBP", "gbp": "GBP", "¥": "JPY", "jpy": "JPY", "yen": "JPY", "₹": "INR", "inr": "INR", "rupees": "INR",
    "chf": "CHF", "fr.": "CHF", "c$": "CAD", "cad": "CAD", "ca$": "CAD", "a$": "AUD", "aud": "AUD", "au$": "AUD",
    "nz$": "NZD", "hk$": "HKD", "sek": "SEK", "nok": "NOK", "dkk": "DKK", "pln": "PLN", "zł": "PLN", "czk": "CZK",
    "ct": "cent", "cent": "cent", "cents": "cent", "centimes": "cent", "céntimos": "cent", "pence": "cent",
    "cny": "CNY", "rmb": "CNY", "krw": "KRW", "₩": "KRW", "brl": "BRL", "r$": "BRL", "mxn": "MXN", "sgd": "SGD",
}  # fmt: skip
CENTS = "cent"
"""A hundredth of whatever currency the evidence has."""

MAGNITUDES = {
    "k": 1e3, "thousand": 1e3, "tausend": 1e3, "m": 1e6, "mn": 1e6, "mio": 1e6, "mio.": 1e6, "million": 1e6,
    "millionen": 1e6, "millions": 1e6, "b": 1e9, "bn": 1e9, "billion": 1e9, "billions": 1e9, "trillion": 1e12,
}  # fmt: skip

UNITS: dict[str, tuple[str, float]] = {
    "mg": ("g", 0.001), "g": ("g", 1), "gr": ("g", 1), "gram": ("g", 1), "grams": ("g", 1), "gramm": ("g", 1),
    "kg": ("g", 1000), "kgs": ("g", 1000), "kilo": ("g", 1000), "kilos": ("g", 1000), "kilogram": ("g", 1000),
    "kilograms": ("g", 1000), "oz": ("oz", 1), "ounce": ("oz", 1), "ounces": ("oz", 1), "lb": ("oz", 16),
    "lbs": ("oz", 16), "pound": ("oz", 16), "pounds": ("oz", 16),
    "t": ("g", 1e6), "tonne": ("g", 1e6), "tonnes": ("g", 1e6), "mcg": ("g", 1e-6),
    "\N{MICRO SIGN}g": ("g", 1e-6), "\N{GREEK SMALL LETTER MU}g": ("g", 1e-6),  # a capital Mu is lowered to the second
    "mm": ("m", 0.001), "millimeters": ("m", 0.001), "millimetres": ("m", 0.001), "cm": ("m", 0.01),
    "centimeters": ("m", 0.01), "centimetres": ("m", 0.01), "m": ("m", 1), "meter": ("m", 1), "meters": ("m", 1),
    "metre": ("m", 1), "metres": ("m", 1), "km": ("m", 1000), "kilometer": ("m", 1000), "kilometers": ("m", 1000),
    "kilometre": ("m", 1000), "kilometres": ("m", 1000), "inch": ("inch", 1), "inches": ("inch", 1), "″": ("inch", 1),
    "zoll": ("inch", 1), "ft": ("inch", 12), "foot": ("inch", 12), "feet": ("inch", 12), "yard": ("inch", 36),
    "yards": ("inch", 36), "mile": ("mile", 1), "miles": ("mile", 1), "mi": ("mile", 1),
    "ml": ("l", 0.001), "cl": ("l", 0.01), "l": ("l", 1), "liter": ("l", 1), "liters": ("l", 1), "litre": ("l", 1),
    "litres": ("l", 1), "kb": ("byte", 1e3), "mb": ("byte", 1e6), "gb": ("byte", 1e9), "tb": ("byte", 1e12),
    "hz": ("hz", 1), "khz": ("hz", 1e3), "mhz": ("hz", 1e6), "ghz": ("hz", 1e9), "w": ("w", 1), "watt": ("w", 1),
    "watts": ("w", 1), "kw": ("w", 1e3), "wh": ("wh", 1), "kwh": ("wh", 1e3), "mah": ("mah", 1), "v": ("v", 1),
    "volt": ("v", 1), "volts": ("v", 1), "px": ("px", 1), "pixels": ("px", 1), "mp": ("mp", 1), "nits": ("nit", 1),
    "dpi": ("dpi", 1), "db": ("db", 1), "mph": ("mph", 1), "km/h": ("km/h", 1), "kph": ("km/h", 1),
    "lm": ("lm", 1), "lumen": ("lm", 1), "lumens": ("lm", 1),
    "knots": ("knot", 1), "kn": ("knot", 1), "m/s": ("m/s", 1),
    "°c": ("°c", 1), "° c": ("°c", 1), "degrees c": ("°c", 1), "celsius": ("°c", 1), "degrees celsius": ("°c", 1),
    "°f": ("°f", 1), "° f": ("°f", 1), "degrees f": ("°f", 1), "fahrenheit": ("°f", 1), "degrees fahrenheit": ("°f", 1),
    "psi": ("psi", 1), "rpm": ("rpm", 1), "ppm": ("ppm", 1), "kcal": ("kcal", 1), "calories": ("kcal", 1),
    "ms": ("s", 0.001), "sec": ("s", 1), "secs": ("s", 1), "second": ("s", 1), "seconds": ("s", 1),
    "min": ("s", 60), "mins": ("s", 60), "minute": ("s", 60), "minutes": ("s", 60), "minuten": ("s", 60),
    "h": ("s", 3600), "hr": ("s", 3600), "hrs": ("s", 3600), "hour": ("s", 3600), "hours": ("s", 3600),
    "stunden": ("s", 3600), "day": ("s", 86400), "days": ("s", 86400), "tage": ("s", 86400), "tagen": ("s", 86400),
    "week": ("s", 604800), "weeks": ("s", 604800), "wochen": ("s", 604800), "month": ("month", 1),
    "months": ("month", 1), "monate": ("month", 1), "year": ("month", 12), "years": ("month", 12),
    "year-old": ("month", 12), "yrs": ("month", 12), "jahre": ("month", 12), "star": ("star", 1), "stars": ("star", 1),
}  # fmt: skip

DEGREES = {"F": "°f", "C": "°c"}
"""Right behind the digits, as in `250F`; nothing is said by `2 c`, and a bare `250°` leaves its scale unsaid."""

_PERCENT = (
    *("%", "percent", "per cent", "prozent", "pct"),
    *("percentage points", "percentage point", "percent points", "prozentpunkte", "prozentpunkten"),
)


def _alternatives(words: object) -> str:
    assert isinstance(words, tuple)
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


CURRENCY_BEFORE = re.compile(r"(?<![\w$])(" + _alternatives(tuple(CURRENCIES)) + r")[ \t\u00a0\u202f]?$", re.IGNORECASE)
"""To be searched in the few characters before a number."""

AFTER = re.compile(
    r"(?P<big>[ \t\u00a0\u202f-]?(?:" + _alternatives(tuple(MAGNITUDES)) + r")(?![\w/]))?"
    r"(?:[ \t\u00a0\u202f-]?(?:(?P<percent>" + _alternatives(_PERCENT) + r")|(?P<currency>"
    + _alternatives(tuple(CURRENCIES)) + r")|(?P<unit>" + _alternatives(tuple(UNITS)) + r")|"
    r"(?P<degrees>(?<=\d)(?-i:[FC])))(?![\w/]|-shirt))?",
    re.IGNORECASE,
)  # fmt: skip
"""To be matched right behind a number: magnitude, then percent sign, currency or unit."""
