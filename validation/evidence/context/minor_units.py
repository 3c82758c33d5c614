"""Amounts of evidence whose key or column says that they are in cents: `price_cents: 3990`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from validation.evidence.quantities.quantity import Kind, Quantity
from validation.evidence.quantities.units import CENTS, CURRENCIES
from validation.evidence.text.blocks import BlockKind, cells, scan
from validation.evidence.text.delimited import with_delimited

_CODES = frozenset(CURRENCIES.values())
_NAMES_MINOR = re.compile(
    r"(?:(?:^|(?<!(?<![^\W_])[Pp]er)(?<!PER)[\W_])(?i:in[ _])?(?i:cents?|pence|minor(?:[ _]?units?)?)"
    r"|(?<=[a-z])(?<![Pp]er)(?:Cents?|Minor(?:Units?)?))[)\]]?$"
)
_MAY_HOLD = re.compile(r"cent|pence|minor", re.IGNORECASE)
_KEY = re.compile(r"(?P<name>[^\W\d][\w ]{0,40}(?:[ ]?[(\[][\w ]{1,14}[)\]])?)[\"'*]{0,3}[ \t]?[:=][ \t]{0,4}[\"']?$")
_LONGEST_KEY = 70
_WORD = re.compile(r"[^\W_]+")
_CODE = re.compile(r"\b[A-Z]{3}\b")
_CODE_BY_KEY = re.compile(r"currency\W{1,5}([a-z]{3})\b", re.IGNORECASE)
_RECORD_ENDS = re.compile(r"[{}\n]")
_LONGEST_RECORD = 600


def names_minor_units(name: str) -> bool:
    """Whether a key or the name of a column says that its amounts are in cents: `priceCents`, `price (cents)`."""
    return _NAMES_MINOR.search(name) is not None


def as_whole_amount(name: str, figure: Quantity) -> tuple[str, str]:
    """Such an amount as people write it, with the name of what it is: `price`, `39.90 EUR`."""
    return _NAMES_MINOR.sub("", name), f"{figure.candidates[0]:.2f} {figure.unit}"


def in_minor_units(text: str, figures: Sequence[Quantity]) -> tuple[Quantity, ...]:
    """The figures with such whole numbers as amounts of the currency that stands in their name, or alone in their
    record or line, or alone in the text; in cents of any where none does."""
    if not _MAY_HOLD.search(text):
        return tuple(figures)
    columns = dict(_columns(text))
    everywhere = _only(_codes(text))
    found = []
    for one in figures:
        key = _KEY.search(text, max(0, one.start - _LONGEST_KEY), one.start)
        name = columns.get(one.start) or (key["name"] if key else "")
        if one.kind is Kind.NUMBER and one.text.isdecimal() and names_minor_units(name):
            unit = _only(_WORD.findall(name)) or _only(_codes(_record(text, one))) or everywhere or CENTS
            one = replace(one, kind=Kind.MONEY, unit=unit, candidates=tuple(value / 100 for value in one.raw))
        found.append(one)
    return tuple(found)


def _columns(text: str) -> Iterator[tuple[int, str]]:
    """Where each cell of a table begins, with the name of its column."""
    for block in with_delimited(text, scan(text)):
        if block.kind is BlockKind.TABLE_ROW and any(map(names_minor_units, block.header)):
            row = zip(cells(text, block.start, block.end), block.header, strict=False)
            yield from ((cell.start, name) for cell, name in row)


def _record(text: str, one: Quantity) -> str:
    """The line or the braces around a figure."""
    before = _RECORD_ENDS.split(text[max(0, one.start - _LONGEST_RECORD) : one.start])[-1]
    return before + _RECORD_ENDS.split(text[one.end : one.end + _LONGEST_RECORD], 1)[0]


def _codes(text: str) -> list[str]:
    return _CODE.findall(text) + _CODE_BY_KEY.findall(text)


def _only(words: Iterable[str]) -> str:
    """The one code of a currency among them."""
    codes = {word.upper() for word in words} & _CODES
    return codes.pop() if len(codes) == 1 else ""
