"""Pages of a list that is not ordered by time: the cursor is the place where the page begins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from django.db.models import QuerySet

from validation.domain.errors import InputRejected
from validation.platform.paging.keyset import MAX_LIMIT, Page

Row = TypeVar("Row")


def page_from(rows: Sequence[Row] | QuerySet[Any, Row], *, cursor: str | None, limit: int) -> Page[Row]:
    """`rows` are in order. Raises InputRejected `cursor_invalid`."""
    if cursor and not (cursor.isascii() and cursor.isdigit() and len(cursor) <= 9):
        raise InputRejected("cursor_invalid", field="cursor")
    start, size = int(cursor or 0), max(1, min(limit, MAX_LIMIT))
    end, before = start + size, start - size
    total = rows.count() if isinstance(rows, QuerySet) else len(rows)
    following = str(end) if end < total else None
    return Page(tuple(rows[start:end]), following, start, total, str(before) if before > 0 else None)
