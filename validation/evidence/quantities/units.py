"""Currencies and units: every spelling leads to one name, and to a factor where units convert exactly."""

from __future__ import annotations

import re

from validation.evidence.words import CJK, alternatives, groups_of, lines_of, words_of

CURRENCIES = groups_of("units.currencies")
_CAPITAL_CODES = words_of("units.capital_codes")
CURRENCY = (
    alternatives(CURRENCIES.keys() - _CAPITAL_CODES) + "|(?-i:" + alternatives(map(str.upper, _CAPITAL_CODES)) + ")"
)
"""A pattern, to be used in whatever case: `450 TRY` is money, `2 try` is none."""
CURRENCY_SIGNS = "".join(said for said in CURRENCIES if len(said) == 1 and not said.isalpha())
MAGNITUDES = {said: float(factor) for said, factor in groups_of("units.magnitudes").items()}
UNITS = {said: (unit.split()[0], float(unit.split()[1])) for said, unit in groups_of("units.measures").items()}
CENTS = "cent"
"""A hundredth of whatever currency the evidence has."""
_SHARED = {"kr": ("SEK", "NOK", "DKK"), "¥": ("JPY", "CNY")}

DEGREES = {"F": "°f", "C": "°c"}
"""Right behind the digits, as in `250F`; nothing is said by `2 c`, and a bare `250°` leaves its scale unsaid."""

_PERCENT = [word for line in lines_of("units.percent") for word in line.split(", ")]


CURRENCY_BEFORE = re.compile(rf"(?<![^\W{CJK}])(?<!\$)({CURRENCY})[ \t\u00a0\u202f]?$", re.IGNORECASE)
"""To be searched in the few characters before a number."""

AFTER = re.compile(
    r"(?P<big>[ \t\u00a0\u202f-]?(?:" + alternatives(MAGNITUDES) + r")(?![\w/]))?"
    r"(?:[ \t\u00a0\u202f-]?(?:(?P<currency>" + CURRENCY + r")(?:(?<=[円元])|(?!\w))|(?:(?P<percent>"
    + alternatives(_PERCENT) + r")|(?P<unit>" + alternatives(UNITS) + r")|"
    r"(?P<degrees>(?<=\d)(?-i:[FC])))(?![\w/]|-shirt))|(?P<seconds>(?<=\d)[ \u00a0\u202f]?(?-i:s)(?![\w/'’-])))?",
    re.IGNORECASE,
)  # fmt: skip
"""To be matched right behind a number: magnitude, then percent sign, currency or unit. `0.27 EUR/kWh` is money as
well; `5 mg/ml` is no mass."""


def may_be_one_currency(one: str, other: str) -> bool:
    """Whether two names mean the same currency or may do so: `kr` is that of three countries, a cent is of any."""
    return one == other or CENTS in (one, other) or other in _SHARED.get(one, ()) or one in _SHARED.get(other, ())
