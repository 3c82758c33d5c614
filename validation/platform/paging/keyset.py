"""Keyset pagination: equally fast on every page, and stable while rows are added."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Generic, TypeVar

from django.core.exceptions import ValidationError
from django.db.models import Model, Q, QuerySet
from django.utils.dateparse import parse_datetime

from validation.domain.codes.problems import ProblemCode
from validation.domain.errors import InputRejected

PAGE = 50
"""Default number of rows in a page."""
MAX_LIMIT = 200
CHUNK = 500
"""Rows that an export reads at a time."""
Row = TypeVar("Row", bound=Model)
Shown = TypeVar("Shown")
Other = TypeVar("Other")
Pages = TypeVar("Pages")


@dataclass(frozen=True, slots=True)
class Page(Generic[Shown]):
    """`next` is the cursor of the following page, None on the last. For lists short enough to be counted, `total` is
    the number of rows, `start` the number before this page, and `previous` the cursor of the preceding page."""

    rows: tuple[Shown, ...]
    next: str | None
    start: int = 0
    total: int | None = None
    previous: str | None = None

    def each(self, show: Callable[[Shown], Other]) -> Page[Other]:
        """The same page of other rows."""
        return Page(tuple(show(row) for row in self.rows), self.next, self.start, self.total, self.previous)

    def resource(self) -> dict[str, Any]:
        """The page as returned by the API, whose schema reads the rows."""
        return {"items": self.rows, "next": self.next}


def page_of(rows: QuerySet[Row, Any], *, order: str, cursor: str | None, limit: int) -> Page[Row]:
    """Newest first by a time field, ties broken by primary key. Raises InputRejected `cursor_invalid`."""
    limit = max(1, min(limit, MAX_LIMIT))
    found = tuple(newest_first(rows, order=order, cursor=cursor)[: limit + 1])
    last = found[limit - 1] if len(found) > limit else None
    return Page(found[:limit], write_cursor(getattr(last, order), last.pk) if last else None)


def page_at(cursor: str, read: Callable[[str], Pages]) -> Pages:
    """The page at the cursor; an invalid cursor starts again at the newest row. For pages rather than the API."""
    try:
        return read(cursor)
    except InputRejected:
        return read("")


def newest_first(rows: QuerySet[Row, Any], *, order: str, cursor: str | None) -> QuerySet[Row, Any]:
    """Orders by a time field and primary key, after the cursor if given. Raises InputRejected `cursor_invalid`."""
    rows = rows.order_by(f"-{order}", "-pk")
    return rows.filter(after(order, *read_cursor(cursor, rows.model))) if cursor else rows


def after(order: str, at: datetime, pk: Any) -> Q:
    """Rows after this one, newest first."""
    return rows_after((f"-{order}", "-pk"), {order: at, "pk": pk})


def chunks(rows: QuerySet[Row, Any], *, order: str, size: int) -> Iterator[list[Row]]:
    """All rows, newest first, in chunks; tolerates rows that are added or deleted in the meantime. `iterator` would
    make PostgreSQL materialise all rows first, because exports are read outside a transaction."""
    rows = rows.order_by(f"-{order}", "-pk")
    chunk = list(rows[:size])
    while chunk:
        yield chunk
        if len(chunk) < size:
            return
        chunk = list(rows.filter(after(order, getattr(chunk[-1], order), chunk[-1].pk))[:size])


def rows_after(order: Sequence[str], mark: Mapping[str, Any], *, back: bool = False) -> Q:
    """Rows after the mark in that order, or before it with `back`. The bound on the first column is redundant, but lets
    the planner start reading the index there; an OR alone would only filter."""
    reached, equal = Q(), Q()
    for name in order:
        bare = name.lstrip("-")
        reached |= equal & Q(**{f"{bare}__{_way(name, back)}": mark[bare]})
        equal &= Q(**{bare: mark[bare]})
    first = order[0].lstrip("-")
    return Q(**{f"{first}__{_way(order[0], back)}e": mark[first]}) & reached


def _way(name: str, back: bool) -> str:
    return "lt" if name.startswith("-") != back else "gt"


def write_cursor(at: datetime, pk: Any) -> str:
    return base64.urlsafe_b64encode(json.dumps([at.isoformat(), str(pk)]).encode()).decode().rstrip("=")


def read_cursor(cursor: str, model: type[Model]) -> tuple[datetime, Any]:
    try:
        at, pk = json.loads(base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
        moment = parse_datetime(at)
        if moment and moment.tzinfo:
            moment = moment.astimezone(UTC)  # as it is compared: there it may be beyond the calendar
        key = model._meta.pk.to_python(pk)
    except (ValueError, TypeError, OverflowError, RecursionError, ValidationError):
        moment = key = None
    if moment is None or moment.tzinfo is None or key is None or (isinstance(key, int) and abs(key) >= 2**63):
        raise ProblemCode.CURSOR_INVALID.error(field="cursor")
    return moment, key


def page_from(rows: Sequence[Shown] | QuerySet[Any, Shown], *, cursor: str | None, limit: int) -> Page[Shown]:
    """A page of ordered `rows` that are not sorted by time: the cursor is an offset. Raises InputRejected
    `cursor_invalid`."""
    if cursor and not (cursor.isascii() and cursor.isdigit() and len(cursor) <= 9):
        raise ProblemCode.CURSOR_INVALID.error(field="cursor")
    start, size = int(cursor or 0), max(1, min(limit, MAX_LIMIT))
    end, before = start + size, start - size
    total = rows.count() if isinstance(rows, QuerySet) else len(rows)
    following = str(end) if end < total else None
    return Page(tuple(rows[start:end]), following, start, total, str(before) if before > 0 else None)
