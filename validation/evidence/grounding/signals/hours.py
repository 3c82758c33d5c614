"""Opening hours: the days and clock times of a claim against fields such as `"Monday": "9:0-17:30"`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from validation.evidence.grounding.signals.slots import readings
from validation.evidence.grounding.text.attributes import Attribute
from validation.evidence.grounding.text.stems import stem
from validation.evidence.grounding.text.words import Kind, Token

_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_STEMS = tuple(stem(day) for day in _DAYS)
_RANGE = re.compile(
    rf"\b({'|'.join(_DAYS)})s?\s{{0,3}}(?:-|–|—|to|through|thru|until)\s{{0,3}}({'|'.join(_DAYS)})", re.IGNORECASE
)
_GROUPS = {"weekdays": _DAYS[:5], "weekends": _DAYS[5:], "weekend": _DAYS[5:], "daily": _DAYS, "everyday": _DAYS}


@dataclass(frozen=True, slots=True)
class Hours:
    """Times that none of the named days has, and named days that the record does not list."""

    wrong_times: tuple[str, ...] = ()
    unlisted_days: tuple[str, ...] = ()


def hours(attributes: tuple[Attribute, ...], claim: str, said: list[Token]) -> Hours:
    listed = {day: one.said for day, own in zip(_DAYS, _STEMS, strict=True) for one in attributes if one.key == {own}}
    named = days(claim, said) if listed else ()
    if not named:
        return Hours()
    held = frozenset().union(*(listed.get(day, frozenset()) for day in named))
    times = [token for token in said if token.kind is Kind.TIME]
    return Hours(
        wrong_times=tuple(token.raw for token in times if not held.intersection(readings(token))),
        unlisted_days=tuple(day for day in named if day not in listed),
    )


def days(claim: str, said: list[Token]) -> tuple[str, ...]:
    """The days a claim names, ranges and groups such as "weekdays" spelled out, in the order of the week."""
    found: set[str] = set()
    for token in said:
        word = token.norm.removesuffix("s") if token.norm not in _GROUPS else token.norm
        found.update(_GROUPS.get(word, (word,) if word in _DAYS else ()))
    for first, last in _RANGE.findall(claim):
        found.update(_between(first.lower(), last.lower()))
    return tuple(day for day in _DAYS if day in found)


def _between(first: str, last: str) -> tuple[str, ...]:
    start, end = _DAYS.index(first), _DAYS.index(last)
    return _DAYS[start : end + 1] if start <= end else (*_DAYS[start:], *_DAYS[: end + 1])
