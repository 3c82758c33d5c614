"""Rows as CSV text, a line at a time, safe to open in a spreadsheet."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from io import StringIO
from itertools import chain

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def csv_lines(header: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """RFC 4180 with a header. A text that a spreadsheet would run as a formula gets an apostrophe before it."""
    buffer = StringIO()
    writer = csv.writer(buffer)
    for row in chain([header], rows):
        writer.writerow([_cell(value) for value in row])
        yield buffer.getvalue()
        buffer.seek(0)
        buffer.truncate()


def _cell(value: object) -> object:
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value
