"""Units per area or volume in one spelling, `g/cm³`: the reader takes `grams per cubic centimetre` for another."""

from __future__ import annotations

import re

_PER = re.compile(
    r"(?:(?<=\d )(?P<mass>(?:kilo|milli)?gram(?:me)?s?|tonnes?))?(?:(?<=[a-zA-Z]) per |/)"
    r"(?:(?P<power>square|sq\.?|cubic) ?(?P<length>kilo|centi|milli)?met(?:re|er)s?\b"
    r"|(?P<short>[kcm]?m)(?P<sign>[²³]|[23]\b))",
    re.IGNORECASE,
)
_MASSES = {"k": "kg", "g": "g", "m": "mg", "t": "t"}
_LENGTHS = {"kilo": "km", "centi": "cm", "milli": "mm", "": "m"}
_POWERS = {"2": "²", "3": "³", "cubic": "³"}


def join_area_units(text: str) -> str:
    """`text` with every such unit as a sign behind a stroke."""
    return _PER.sub(_joined, text)


def _joined(match: re.Match[str]) -> str:
    mass = _MASSES[match["mass"][0].lower()] if match["mass"] else ""
    if match["sign"]:
        return f"{mass}/{match['short']}{_POWERS.get(match['sign'], match['sign'])}"
    return f"{mass}/{_LENGTHS[(match['length'] or '').lower()]}{_POWERS.get(match['power'].lower(), '²')}"
