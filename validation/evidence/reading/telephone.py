"""Telephone numbers in one form, so that groups in another order or of another number are not taken for the same."""

from __future__ import annotations

import re

from validation.evidence.quantities.quantity import Kind, find_quantities

_GROUPS = re.compile(r"(?<![\w.,:/+-])\(?0\d{2,4}\)?(?:[ /-]\d{1,8}){1,5}(?!\w|[.,:]\d)")
_GROUP = re.compile(r"\d+")
_FEWEST = 8
"""Digits of one with its area code."""
_UNIT = 10
"""Characters behind digits within which their unit begins: `0045 120 EUR` is an article and its price."""


def join_telephone_numbers(text: str) -> str:
    """`055 731 90 04` and `(055) 7319004` as `0557319004`. Groups of one length may be times or codes and stay."""
    return _GROUPS.sub(lambda match: "".join(_GROUP.findall(match[0])) if _is_telephone(match) else match[0], text)


def _is_telephone(match: re.Match[str]) -> bool:
    groups = _GROUP.findall(match[0])
    last = len(match[0]) - len(groups[-1])
    found = find_quantities(match.string[match.start() : match.end() + _UNIT])
    return (
        len("".join(groups)) >= _FEWEST
        and len(set(map(len, groups))) > 1
        and any(one.start == last and one.kind is Kind.NUMBER and one.text == groups[-1] for one in found)
    )
