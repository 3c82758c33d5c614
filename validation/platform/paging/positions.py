"""Pages of a list that is in memory, whole and in order: the cursor is the place where the page begins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from validation.domain.errors import FieldError, InputRejected
from validation.platform.paging.keyset import MAX_LIMIT, Page

Row = TypeVar("Row")


def page_from(rows: Sequence[Row], *, cursor: str | None, limit: int) -> Page[Row]:
    """Raises InputRejected `cursor_invalid`."""
    if cursor and not (cursor.isascii() and cursor.isdigit() and len(cursor) <= 9):
        message = "Use the 'next' of the page before, unchanged, or leave it out."
        raise InputRejected("cursor_invalid", f"The cursor cannot be read. {message}", (FieldError("cursor", message),))
    start = int(cursor or 0)
    end = start + max(1, min(limit, MAX_LIMIT))
    return Page(tuple(rows[start:end]), str(end) if end < len(rows) else None)
