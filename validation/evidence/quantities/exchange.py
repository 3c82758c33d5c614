"""Exchange rates that a text names with their two currencies: `EUR/CHF 0.9420`, `1 EUR = 0.9420 CHF`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from validation.evidence.quantities.quantity import Kind, Quantity
from validation.evidence.quantities.units import CURRENCIES

Rates = Mapping[tuple[str, str], float]
"""How many of the second currency one of the first is."""
_CODE = "|".join(sorted(set(CURRENCIES.values())))
_RATE = re.compile(
    rf"\b(?:(?P<of>{_CODE})[ ]?(?:/|-|->|→|to|in)[ ]?(?P<into>{_CODE})\b[^\n]{{0,60}}?"
    r"(?<![\d.])(?P<rate>\d{1,4}\.\d{2,6})(?![\d.])"
    rf"|(?<![\d.])1[ ](?P<one>{_CODE})[ ]?(?:=|is)[ ]?(?P<many>\d{{1,4}}\.\d{{1,6}})[ ](?P<other>{_CODE})\b)"
)
_CENT = 0.0051
_ROUNDED = 0.0051


def find_rates(text: str) -> Rates:
    found: dict[tuple[str, str], float] = {}
    for match in _RATE.finditer(text):
        of, into, rate = match["of"] or match["one"], match["into"] or match["other"], match["rate"] or match["many"]
        if of != into and float(rate):
            found.setdefault((of, into), float(rate))
            found.setdefault((into, of), 1 / float(rate))
    return found


def is_exchanged(figure: Quantity, amounts: Iterable[Quantity], rates: Rates) -> bool | None:
    """Whether `figure` is one of `amounts` at a rate; None where there is no amount in another currency or no rate."""
    others = [one for one in amounts if one.kind is Kind.MONEY and one.unit != figure.unit and one.candidates]
    if not rates or not others or figure.kind is not Kind.MONEY:
        return None
    said = figure.candidates[0]
    slack = max(figure.tolerance, _ROUNDED * said if said % 10 == 0 else _CENT)
    results = (one.candidates[0] * rates.get((one.unit, figure.unit), 0.0) for one in others)
    return any(abs(result - said) <= slack for result in results)
