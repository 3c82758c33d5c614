"""The cells of a table row with the name of their column and of the thing they belong to."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from validation.evidence.language.masking import mask
from validation.evidence.language.names import is_name_column, leading_name
from validation.evidence.quantities.quantity import find_quantities
from validation.evidence.text.blocks import Cell, cells

META = frozenset(
    ("url", "link", "href", "confidence", "conf", "certainty", "source_ref", "ref", "source", "id", "source_url")
) | frozenset(f"{name}_id" for name in ("source", "chunk", "doc", "document", "passage"))
"""Columns and keys that say where something comes from."""
_PROPERTY_COLUMN = frozenset(
    ("feature", "property", "attribute", "spec", "specification", "detail", "criterion", "aspect", "")
)

_WORDS = re.compile(r"[^\W\d_]{2,20}(?:[ -][^\W\d_]{1,20}){0,2}")
_NO_NAMES = frozenset(("true", "false", "yes", "no", "none", "null"))


@dataclass(frozen=True, slots=True)
class NamedCell:
    """`is_name` is true of the cell that names the thing itself."""

    cell: Cell
    prop: str
    entity: str
    is_name: bool = False


def read_row(text: str, start: int, end: int, header: Sequence[str], above: str = "") -> tuple[NamedCell, ...]:
    """The cells with content, columns about sources left out. Where the columns are the things, the first cell of the
    row is the property. `above` is what names the row above: an empty first cell goes on with it."""
    row = cells(text, start, end)
    columns = [_named(header, place).lower().replace(" ", "_") for place in range(len(row))]
    kept = [(place, cell) for place, cell in enumerate(row) if cell.text and columns[place] not in META]
    if not kept:
        return ()
    if header and not row[0].text.isdigit() and _is_transposed(header):
        prop = _plain(row[0].text)
        return tuple(NamedCell(cell, prop, _plain(_named(header, place))) for place, cell in kept if place > 0)
    named = [(place, cell) for place, cell in kept if is_name_column(_named(header, place))]
    words = [(place, cell) for place, cell in kept if is_word(_plain(cell.text))]
    keys = (place for place, cell in [*named, kept[0], *words] if not _is_amount(cell.text))
    key = next(keys, (named or kept)[0][0])
    if above and not row[0].text and not is_name_column(_named(header, key)):
        return tuple(NamedCell(cell, _named(header, place), above) for place, cell in kept)
    name = _plain(row[key].text)
    return tuple(NamedCell(cell, _named(header, place), name, place == key) for place, cell in kept)


def is_word(value: str) -> bool:
    """Whether a value may name what is told apart by nothing else: `inner`, `one hour`."""
    return _WORDS.fullmatch(value) is not None and value.lower() not in _NO_NAMES


def _plain(text: str) -> str:
    return mask(text).strip(" []")


def _named(header: Sequence[str], place: int) -> str:
    return header[place] if place < len(header) else ""


def _is_amount(text: str) -> bool:
    """Of `Flight`: what it costs or how long it takes names no flight. A bare number may, and so may the amount in a
    column of names where the row begins with another: `9 EUR | 10 GB`."""
    return any(one.unit and one.text == _plain(text) for one in find_quantities(text))


def _is_transposed(header: Sequence[str]) -> bool:
    """Whether the columns are the things and the rows their properties."""
    first = header[0].strip().lower()
    if first in _PROPERTY_COLUMN:
        return True
    named = [leading_name(name, 0, len(name), listed=False) for name in header[1:]]
    return not is_name_column(first) and len(named) > 1 and all(named)
