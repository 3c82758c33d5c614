"""The bracket of an age, weight, height or distance that holds the one asked with: the reader does not see that 10 lies
in 6 to 11."""

from __future__ import annotations

import re

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
_ENDS_SO = re.compile(
    rf"(?:^|[,;:])(?:(?!\b(?:because|since|as|if|when|who)\b)[^,;:])*"
    rf"\b(?:is|are|was|were|be|weighs?|lasts?|measures?)[ ](?:[a-z]+[ ]){{0,2}}{_NUMBER}[ ]?{_UNITS}"
    r"(?:[ ](?:old|long|high|tall|deep|wide))?\W*$",
    re.IGNORECASE,
)
"""Tells nothing but the amount, for no reason or condition: my 70 kg are not what a boat of 60 to 80 kg weighs."""
Value = tuple[float, str]


def with_asked_bracket(window: str, claim: str, question: str) -> str:
    """`window` with the amount that the question tells, `10 years`, in the place of the one bracket of several that
    holds it, beside it where the claim does not tell it too. Not what a claim alone tells, which would make `males
    weigh 40 to 60 kg` hold 50 kg, nor where it names a bracket itself, `over 65s`, or ends with the amount."""
    asked, told = _values(question), _values(claim)
    values = [one for one in asked if one in told or not told]
    if not values or _BRACKET.search(claim) or _ENDS_SO.search(claim):
        return window
    brackets = {one[0]: one for one in _BRACKET.finditer(window)}
    for amount, unit in values:
        alike = [one for one in brackets.values() if _unit(one) == unit]
        held = [one[0] for one in alike if _holds(one, amount)]
        if len(held) == 1 < len(alike):
            written = f"{amount:g} {unit}{'s' if unit == 'year' else ''}"
            window = window.replace(held[0], written if told else f"{written} ({held[0]})")
    return window


def _values(text: str) -> list[Value]:
    bare = _BRACKET.sub("", text)
    return list(dict.fromkeys((float(one["amount"]), _unit(one)) for one in _VALUE.finditer(bare)))


def _unit(match: re.Match[str]) -> str:
    return match["unit"].lower().removesuffix("s")


def _holds(bracket: re.Match[str], amount: float) -> bool:
    if bracket["high"]:
        return float(bracket["low"]) <= amount <= float(bracket["high"])
    if bracket["start"]:
        return amount >= float(bracket["start"])
    end, side = float(bracket["end"]), bracket["side"].lower()
    if side in ("from", "at least"):
        return amount >= end
    return amount > end if side in ("over", "above") else amount <= end if side == "up to" else amount < end
