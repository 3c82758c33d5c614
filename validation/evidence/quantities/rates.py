"""What an amount is counted by: `12 EUR a night`, `per person`, `/month`, `yearly`."""

from __future__ import annotations

import re

_UNITS = {
    "hour": "hour hourly h stunde heure", "day": "day daily night nightly tag nacht jour nuit",
    "week": "week weekly woche semaine", "month": "month monthly mo monat mois",
    "year": "year yearly annum annually jahr an", "stay": "stay booking aufenthalt",
    "person": "person head guest adult traveller passenger participant kopf", "piece": "piece item unit stück pièce",
    "room": "room zimmer", "group": "group family", "kg": "kg kilo kilogram", "km": "km kilometre kilometer",
    "mile": "mile", "litre": "litre liter", "order": "order delivery parcel bestellung",
    "user": "user licence license",
}  # fmt: skip
_UNIT_OF = {word: name for name, words in _UNITS.items() for word in words.split()}
_NAMES = "|".join(sorted(_UNIT_OF, key=len, reverse=True))
_RATE = re.compile(
    rf"[ \t]?(?:(?:/|\b(?:per|pro|je|an?|each|every|par)\b)[ \t]?)?\b(?P<unit>{_NAMES})\b", re.IGNORECASE
)
_FIRST = re.compile(
    r"[ \t]?(?:/|\b(?:per|pro|je|an?|each|every|par)\b|(?=(?:hour|dai|night|week|month|year|annual)ly\b))", re.I
)
_MOST = 3


def rate_units(text: str, at: int) -> frozenset[str]:
    """The units that are named behind an amount that ends at `at`."""
    found = set()
    if not _FIRST.match(text, at):
        return frozenset()
    for _ in range(_MOST):
        match = _RATE.match(text, at)
        if match is None:
            break
        found.add(_UNIT_OF[match["unit"].lower()])
        at = match.end()
    return frozenset(found)
