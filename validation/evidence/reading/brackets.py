"""The bracket of an age, weight, height or distance that holds the one asked with: the reader does not see that 10 lies
in 6 to 11."""

from __future__ import annotations

import re
from collections.abc import Sequence

from validation.evidence.text.lookup import grouped

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
_ASKS_FOR = {
    "year": re.compile(r"\bhow[ ](?:old|long)\b", re.IGNORECASE),
    "kg": re.compile(r"\bhow[ ]heavy\b", re.IGNORECASE),
    "km": re.compile(r"\bhow[ ](?:far|long)\b", re.IGNORECASE),
    "cm": re.compile(r"\bhow[ ](?:tall|high|deep|wide|long|big)\b", re.IGNORECASE),
}
_TELLS_IT = re.compile(
    r"\b(?:is|are|was|were|be|weighs?|lasts?|measures?|flies|runs)[ ](?:(?:about|only|valid|for|up[ ]to)[ ]){0,2}"
    rf"{_NUMBER}[ ]?(?:years?|kg|cm|km)\b",
    re.IGNORECASE,
)
_CONDITION = re.compile(r"\b(?:if|when|where|as|since|because|that|who|which|whose|so|therefore)\b", re.IGNORECASE)
_OF_WHOM = re.compile(rf"\byear[- ]old|\b(?:at|aged)[ ]{_NUMBER}", re.IGNORECASE)
_FIGURE = re.compile(r"(?<![\w.])\d")
_PLAIN = re.compile(_NUMBER)
_FEWEST = 2
"""Brackets of one unit: one alone, `over 60 kg`, is a limit."""
Value = tuple[float, str]


def with_asked_bracket(window: str, claim: str, question: str) -> str:
    """`window` with the amount that the question tells, `10 years`, in the place of each bracket that holds it, beside
    it where the claim does not tell it too. Not what a claim alone tells, which would make `males weigh 40 to 60 kg`
    hold 50 kg, nor where it names the bracket itself, `over 65s`, or the amount is what it answers."""
    asked, told = _values(question), _values(claim)
    values = [one for one in asked if one in told or not told]
    if not values or _BRACKET.search(claim) or (told and _is_the_answer(claim, told, question)):
        return window
    named = set() if told else set(_PLAIN.findall(claim))
    brackets = list(_BRACKET.finditer(window))
    units = grouped((_unit(one), one) for one in brackets)
    held_by_all = {
        unit: [one for one in values if all(_holds(other, one) for other in alike)] for unit, alike in units.items()
    }
    parts, at = [], 0
    for bracket in brackets:
        if not (told or bracket["high"]):
            continue  # `from 2 years` and `from 6 years` hold most that is asked with
        unit = _unit(bracket)
        held = [one for one in values if _holds(bracket, one) and one not in held_by_all[unit]]
        if held and len(units[unit]) >= _FEWEST and named.isdisjoint(_PLAIN.findall(bracket[0])):
            parts += [window[at : bracket.start()], _written(held), "" if told else f" ({bracket[0]})"]
            at = bracket.end()
    return "".join((*parts, window[at:]))


def _is_the_answer(claim: str, told: Sequence[Value], question: str) -> bool:
    """Whether two of three say so: it is asked for, the claim says `weighs 70 kg`, or it has no other figure. My 70 kg
    are not what a boat of 60 to 80 kg weighs."""
    tells = _TELLS_IT.search(claim) is not None and _CONDITION.search(claim) is None
    is_alone = not _FIGURE.search(_VALUE.sub("", claim)) and not _OF_WHOM.search(claim)
    asks = any(_ASKS_FOR[unit].search(question) for _, unit in told)
    return [asks, tells, is_alone].count(True) >= 2


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
