"""The prices of a text, as the budget and the cheapest rules compare them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from validation.evidence.context.items import EvidenceItem
from validation.evidence.quantities.quantity import Kind, Quantity, find_quantities, moved
from validation.evidence.requirements.draft import Draft
from validation.evidence.text.blocks import Block, BlockKind, cells

_DOLLARS = frozenset({"USD", "CAD", "AUD", "NZD", "HKD", "SGD"})
_PRICE_HEADER = re.compile(r"\b(?:prices?|costs?|preise?|eur|usd|gbp)\b|[$€£]", re.IGNORECASE)
UPPER_BEFORE = re.compile(
    r"(?:\b(?:under|below|less than|lower than|up to|at most|max(?:imum)?(?: price| budget)?(?: of| is|:)?|"
    r"no more than|not more than|cheaper than|within|not over|not exceed(?:ing)?|unter|bis(?: zu)?|höchstens|"
    r"maximal|spend|"
    r"(?:budget|price limit|limit)(?: is| of|:| was)?)|<=?|≤)"
    r"[ \t]{0,3}(?:(?:a|an|my|the|our|your|that|this|of)[ \t]{1,3}){0,2}"
    r"(?:(?:budget|limit|price|total) of[ \t]{1,3})?$",
    re.IGNORECASE,
)
"""To be searched in the characters before a price: it is a limit, not an offer."""
UPPER_AFTER = re.compile(
    r"[ \t,-]{0,3}(?:\(?or (?:less|under|below|cheaper|lower)|\(?max(?:imum)?\b|tops\b|at most|budget|limit|"
    r"price limit|oder weniger)",
    re.IGNORECASE,
)
_EXTRA = re.compile(r"\b(?:shipping|delivery|postage|handling|deposit|fee|versand\w{0,8})\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Price:
    """`amounts` are the values the spelling allows, `unit` a currency code or empty."""

    start: int
    end: int
    amounts: tuple[float, ...]
    unit: str


def prices_of(text: str, blocks: Sequence[Block] = ()) -> tuple[Price, ...]:
    """Offers only: limits (`under 140 EUR`) and delivery costs are left out. A bare number in a table column that is
    headed as a price counts."""
    found = find_quantities(text)
    rows = [block for block in blocks if block.kind is BlockKind.TABLE_ROW]
    starts = [row.start for row in rows]
    prices = []
    for quantity in found:
        index = bisect_right(starts, quantity.start) - 1
        row = rows[index] if index >= 0 and quantity.end <= rows[index].end else None
        if _is_offer(text, quantity) and (quantity.kind is Kind.MONEY or _in_price_column(text, quantity, row)):
            prices.append(Price(quantity.start, quantity.end, quantity.candidates, quantity.unit))
    return tuple(prices)


def evidence_prices(draft: Draft) -> Iterator[Price]:
    """Every price the evidence holds. Of a row, a bare number is one where its column names a price."""
    for item, figures in zip(draft.items, draft.figures, strict=True):
        for quantity in figures:
            at = quantity.start - item.start
            priced = quantity.kind is Kind.MONEY or (quantity.kind is Kind.NUMBER and _is_headed(item, at))
            if priced and _is_offer(item.text, moved(quantity, -item.start)):
                yield Price(item.start, item.end, quantity.candidates, quantity.unit)


def _is_headed(item: EvidenceItem, at: int) -> bool:
    column = item.text.count("|", 0, at)
    return column < len(item.header) and _PRICE_HEADER.search(item.header[column]) is not None


def comparable(one: str, other: str) -> bool:
    """Whether two currencies may be set against each other; `$` stands for any dollar, no unit for any currency."""
    return one == other or not one or not other or {one, other} <= _DOLLARS


def _is_offer(text: str, quantity: Quantity) -> bool:
    before, after = text[max(0, quantity.start - 40) : quantity.start], text[quantity.end : quantity.end + 24]
    if UPPER_BEFORE.search(before) or UPPER_AFTER.match(after):
        return False
    return not _EXTRA.search(before[-14:]) and not _EXTRA.search(after[:14])


def _in_price_column(text: str, quantity: Quantity, row: Block | None) -> bool:
    if row is None or quantity.kind is not Kind.NUMBER:
        return False
    for index, cell in enumerate(cells(text, row.start, row.end)):
        if cell.start <= quantity.start < cell.end:
            return index < len(row.header) and bool(_PRICE_HEADER.search(row.header[index]))
    return False
