"""Downloads that are streamed line by line, and CSV that is safe to open in a spreadsheet."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from io import StringIO
from itertools import chain
from typing import Any

from django.http import StreamingHttpResponse

from validation.platform.paging.keyset import MAX_LIMIT

_SIGN = r"[=+\-@\uff1d\uff0b\uff0d\uff20]"
_FORMULA = re.compile(rf"[\t\r]|[\s\ufeff\u200b-\u200f\u2060]*{_SIGN}")
_BEHIND = re.compile(rf"([;\t\r\n][\s'\";]*)({_SIGN}?)")
"""Matches everything that may precede a formula sign, even without one, so that matching takes linear time."""
_TYPES = {"csv": "text/csv", "jsonl": "application/jsonl"}


def download(lines: Iterable[str], name: str) -> StreamingHttpResponse:
    """A streaming response; the content type follows from the suffix of `name`."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    kind = _TYPES[name.rpartition(".")[2]]
    return StreamingHttpResponse(lines, content_type=f"{kind}; charset=utf-8", headers=headers)


def spreadsheet(lines: Iterable[str]) -> Iterator[str]:
    """CSV for people, with a byte order mark, which Excel needs to detect UTF-8; the API's CSV has none."""
    return chain(["\ufeff"], lines)


def csv_lines(header: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """RFC 4180 with a header. Text that a spreadsheet would run as a formula is prefixed with an apostrophe, also after
    a semicolon or line break, because some locales split fields there."""
    buffer = StringIO()
    writer = csv.writer(buffer)
    for row in chain([header], rows):
        writer.writerow([_cell(value) for value in row])
        yield buffer.getvalue()
        buffer.seek(0)
        buffer.truncate()


def csv_records(columns: Sequence[str], records: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """One line per record, by column name."""
    return csv_lines(columns, ([record[name] for name in columns] for record in records))


def list_csv(read: Callable[..., Any], columns: Mapping[str, str]) -> Callable[[Any], Iterator[str]]:
    """CSV lines of all rows of the paged query `read(wanted, cursor=, limit=)`. `columns` maps each column to the
    dotted path of a row's attribute; a None on the path gives an empty cell."""

    def rows(wanted: Any) -> Iterator[Any]:
        cursor: str | None = ""
        while cursor is not None:
            page = read(wanted, cursor=cursor, limit=MAX_LIMIT)
            yield from page.rows
            cursor = page.next

    paths = [path.split(".") for path in columns.values()]
    return lambda wanted: csv_lines(
        tuple(columns), ([_plain(_at(row, path)) for path in paths] for row in rows(wanted))
    )


def _at(row: Any, path: Sequence[str]) -> Any:
    for name in path:
        row = None if row is None else getattr(row, name)
    return row


def _plain(value: object) -> object:
    if isinstance(value, dict):
        return json.dumps(value, ensure_ascii=False, default=str)
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    return value if value is None or isinstance(value, int | float | datetime) else str(value)


def _cell(value: object) -> object:
    if isinstance(value, datetime):
        return value.isoformat()
    if not isinstance(value, str):
        return value
    text = _BEHIND.sub(lambda found: f"{found[1]}'{found[2]}" if found[2] else found[0], value)
    return f"'{text}" if _FORMULA.match(value) else text
