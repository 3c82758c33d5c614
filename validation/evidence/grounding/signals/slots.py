"""Figures of a claim that the evidence does not hold: numbers, money, percentages, clock times, links."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from validation.evidence.grounding.text.words import Kind, Token

_NUMBERS = (Kind.NUMBER, Kind.NUMBER_WORD, Kind.MONEY, Kind.PERCENT)
_HALF_DAY = 12


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
