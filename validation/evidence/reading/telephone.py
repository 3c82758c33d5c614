"""Telephone numbers in one form where a claim and its window both hold them."""

from __future__ import annotations

import re

from validation.evidence.quantities.quantity import Kind, find_quantities

_NUMBER = re.compile(
    r"(?<![\w.,:/+-])(?:(?P<abroad>\+\d{1,3})[ /-](?:\(0\)[ ]?)?\(?|\(?(?=0))"
    r"(?P<own>\d{2,11}\)?(?:(?:[ /-]|[ ]/[ ])\d{1,8}){0,5})(?!\w|[.,:]\d)"
)
_GROUP = re.compile(r"\d+")
_FEWEST = 8
"""Digits of one with its area code."""
_UNIT = 10
"""Characters behind digits within which their unit begins: `0045 120 EUR` is an article and its price."""


def join_telephone_numbers(text: str, window: str) -> tuple[str, str]:
    """Both with the numbers of the text that the window holds too in one form, `055 731 90 04` and `(055) 7319004` as
    `0557319004`; in one alone, digits beside each other may be anything. The text may leave a country code out, and
    adds none."""
    said = {form for one in _NUMBER.finditer(text) for form in _forms(one)[:1]}
    shared = said & {form for one in _NUMBER.finditer(window) for form in _forms(one)} if said else said

    def joined(match: re.Match[str]) -> str:
        return next((form for form in _forms(match) if form in shared), match[0])

    return (_NUMBER.sub(joined, text), _NUMBER.sub(joined, window)) if shared else (text, window)


def _forms(match: re.Match[str]) -> tuple[str, ...]:
    """The forms in which it may be written, all digits together: none of what is no telephone number."""
    digits = "".join(_GROUP.findall(match["own"]))
    found = find_quantities(match.string[match.start() : match.end() + _UNIT])
    last = len(match[0]) - len(_GROUP.findall(match[0])[-1])
    is_counted = any(one.start <= last < one.end and one.kind is not Kind.NUMBER for one in found)
    if len(digits) < _FEWEST or is_counted:
        return ()
    abroad = digits.lstrip("0")
    return (f"{match['abroad']}{abroad}", f"0{abroad}") if match["abroad"] else (digits,)
