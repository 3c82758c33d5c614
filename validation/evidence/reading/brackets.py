"""The bracket of an age, weight, height or distance that holds the one asked with: the reader does not see that 10 lies
in 6 to 11."""

from __future__ import annotations

import re
from collections.abc import Sequence

_NUMBER = r"\d{1,4}(?:\.\d{1,2})?"
_UNITS = r"(?:years?|kg|cm|km)(?![\w/])"
_BRACKET = re.compile(
    rf"(?<![\w.–-])(?:(?:(?:from|between|aged)[ ])?(?P<low>{_NUMBER})(?:[ ]?{_UNITS})?[ ]?(?:to|-|–|and)[ ]?"
    rf"(?P<high>{_NUMBER})|(?P<side>from|over|above|at[ ]least|up[ ]to|under|below)[ ](?P<end>{_NUMBER})"
    rf"|(?P<start>{_NUMBER})(?=[ ]?{_UNITS}[ ](?:and|or)[ ](?:over|older|more|above|up)\b))"
    rf"[ ]?(?P<unit>{_UNITS})(?:[ ](?:and|or)[ ](?:over|older|more|above|up)\b)?",
    re.IGNORECASE,
)
_VALUE = re.compile(rf"(?<![\w.–-])(?P<amount>{_NUMBER})[ -]?(?P<unit>year|kg|cm|km)(?![/²³])s?\b", re.IGNORECASE)
_PLAIN = re.compile(_NUMBER)
_FEWEST = 2
"""Brackets of one unit: one alone, `over 60 kg`, is a limit."""
Value = tuple[float, str]


def with_asked_bracket(window: str, claim: str, question: str) -> str:
    """`window` with the amount that the question tells, `10 years`, in the place of each bracket that holds it, beside
    it where the claim does not tell it too. Not what a claim alone tells, which would make `males weigh 40 to 60 kg`
    hold 50 kg, nor where it names the bracket itself: `over 65s`."""
    asked, told = _values(question), _values(claim)
    values = [one for one in asked if one in told or not told]
    if not values or _BRACKET.search(claim):
        return window
    named = set() if told else set(_PLAIN.findall(claim))
    brackets = list(_BRACKET.finditer(window))
    parts, at = [], 0
    for bracket in brackets:
        if not (told or bracket["high"]):
            continue  # `from 2 years` and `from 6 years` hold most that is asked with
        alike = [one for one in brackets if _unit(one) == _unit(bracket)]
        held = [one for one in values if _holds(bracket, one) and not all(_holds(other, one) for other in alike)]
        if held and len(alike) >= _FEWEST and named.isdisjoint(_PLAIN.findall(bracket[0])):
            parts += [window[at : bracket.start()], _written(held), "" if told else f" ({bracket[0]})"]
            at = bracket.end()
    return "".join((*parts, window[at:]))


def _values(text: str) -> list[Value]:
    bare = _BRACKET.sub("", text)
    return list(dict.fromkeys((float(one["amount"]), _unit(one)) for one in _VALUE.finditer(bare)))


def _unit(match: re.Match[str]) -> str:
    return match["unit"].lower().removesuffix("s")


def _holds(bracket: re.Match[str], value: Value) -> bool:
    amount, unit = value
    if _unit(bracket) != unit:
        return False
    if bracket["high"]:
        return float(bracket["low"]) <= amount <= float(bracket["high"])
    if bracket["start"]:
        return amount >= float(bracket["start"])
    end, side = float(bracket["end"]), bracket["side"].lower()
    if side in ("from", "at least"):
        return amount >= end
    return amount > end if side in ("over", "above") else amount <= end if side == "up to" else amount < end


def _written(values: Sequence[Value]) -> str:
    return ", ".join(f"{amount:g} {unit}{'s' if unit == 'year' else ''}" for amount, unit in values)
