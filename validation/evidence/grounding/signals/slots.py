"""Figures of a claim that the evidence does not hold: numbers, money, percentages, clock times, links."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from validation.evidence.grounding.text.attributes import Attribute
from validation.evidence.grounding.text.words import Kind, Token
from validation.evidence.language.stems import stem

_NUMBERS = (Kind.NUMBER, Kind.NUMBER_WORD, Kind.MONEY, Kind.PERCENT)
_HALF_DAY = 12
_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_STEMS = tuple(stem(day) for day in _DAYS)
_RANGE = re.compile(
    rf"\b({'|'.join(_DAYS)})s?\s{{0,3}}(?:-|–|—|to|through|thru|until)\s{{0,3}}({'|'.join(_DAYS)})", re.IGNORECASE
)
_GROUPS = {"weekdays": _DAYS[:5], "weekends": _DAYS[5:], "weekend": _DAYS[5:], "daily": _DAYS, "everyday": _DAYS}


@dataclass(frozen=True, slots=True)
class Slots:
    """As written in the claim. `elsewhere` are figures that the evidence holds, but not near the best window."""

    numbers: int
    new_numbers: tuple[str, ...]
    new_number_words: tuple[str, ...]
    new_money: tuple[str, ...]
    new_times: tuple[str, ...]
    new_links: tuple[str, ...]
    elsewhere: tuple[str, ...]


def slots(said: list[Token], holds: Callable[[str], bool], near: frozenset[str], text: str) -> Slots:
    """`holds` tells whether the evidence has a normal form, `near` are those of the best window, `text` all of it."""
    figures = [token for token in said if token.kind in _NUMBERS]
    times = [token for token in said if token.kind is Kind.TIME]
    known = [token for token in (*figures, *times) if any(map(holds, readings(token)))]
    new = [token for token in figures if not holds(token.norm)]
    return Slots(
        numbers=len(figures),
        new_numbers=tuple(token.raw for token in new if token.kind is Kind.NUMBER),
        new_number_words=tuple(token.raw for token in new if token.kind is Kind.NUMBER_WORD),
        new_money=tuple(token.raw for token in new if token.kind in (Kind.MONEY, Kind.PERCENT)),
        new_times=tuple(token.raw for token in times if token not in known),
        new_links=tuple(token.raw for token in said if token.kind is Kind.LINK and token.norm not in text),
        elsewhere=tuple(token.raw for token in known if not near.intersection(readings(token))),
    )


def readings(token: Token) -> tuple[str, ...]:
    """The normal forms a figure can stand for: `4:30` without am or pm is also 16:30."""
    if token.kind is not Kind.TIME or token.raw[-1] in "mM." or not token.norm[:2].isdigit():
        return (token.norm,)
    hour = int(token.norm[:2])
    if not 1 <= hour <= _HALF_DAY:
        return (token.norm,)
    return token.norm, f"{(hour + _HALF_DAY) % 24:02d}{token.norm[2:]}"


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
