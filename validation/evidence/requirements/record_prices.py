"""Prices of records that name no currency: `"price": 132` of JSON, `price: 132` of YAML, a column of CSV."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from validation.evidence.context.items import EvidenceItem
from validation.evidence.quantities.quantity import Kind, Quantity, find_quantities
from validation.evidence.requirements.draft import Draft
from validation.evidence.words import any_of

_KEY = re.compile(r"(?:^|[\n{,])[ \t]{0,20}[\"']?(?P<key>[A-Za-z][\w .-]{0,40}?)[\"']?[ \t]{0,3}[:=][ \t]{0,3}[\"']?$")
_PRICE = any_of("prices.key", front="", behind="")
_PARTS = re.compile(r"[\W_]+|(?<=[a-z])(?=[A-Z])")
_SEPARATORS = "\t;,"
_LONGEST_KEY = 70


def bare_prices(draft: Draft) -> Iterator[tuple[EvidenceItem, Quantity]]:
    """Each bare number whose key or column names a price and nothing else: no `price_level`, no `shipping_cost`."""
    separator, columns = "", list[str]()
    for item, figures in zip(draft.items, draft.figures, strict=True):
        yield from ((item, figure) for figure in figures if _is_keyed(item, figure))
        if found := _header_of(item.text, figures):
            separator, columns = found
            continue
        row = item.text.split(separator) if columns else []
        if len(row) != len(columns):
            columns = []
            continue
        for column, cell in zip(columns, row, strict=True):
            alone = find_quantities(cell) if _names_price(column) else ()
            if len(alone) == 1 and alone[0].kind is Kind.NUMBER and alone[0].text == cell.strip(" \"'"):
                yield item, alone[0]


def _is_keyed(item: EvidenceItem, figure: Quantity) -> bool:
    at = figure.start - item.start
    key = _KEY.search(item.text[max(0, at - _LONGEST_KEY) : at]) if figure.kind is Kind.NUMBER else None
    return key is not None and _names_price(key["key"])


def _header_of(text: str, figures: Sequence[Quantity]) -> tuple[str, list[str]] | None:
    """The separator and the columns of a line that could be the first of CSV."""
    separator = next((one for one in _SEPARATORS if one in text), "")
    columns = text.split(separator) if separator and not figures and "\n" not in text else []
    return (separator, columns) if any(map(_names_price, columns)) else None


def _names_price(key: str) -> bool:
    return _PRICE.fullmatch(" ".join(_PARTS.split(key.strip(" \"'"))).lower()) is not None
