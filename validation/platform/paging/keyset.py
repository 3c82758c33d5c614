"""Keyset pages: as fast on the last page as on the first, and stable while rows arrive."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

from django.core.exceptions import ValidationError
from django.db.models import Model, Q, QuerySet
from django.utils.dateparse import parse_datetime

from validation.domain.errors import FieldError, InputRejected

MAX_LIMIT = 200
Row = TypeVar("Row", bound=Model)


@dataclass(frozen=True, slots=True)
class Page:
    """`next` is the cursor of the page that follows, None on the last."""

    items: list[dict[str, Any]]
    next: str | None


def page_of(
    rows: QuerySet[Row], *, order: str, cursor: str | None, limit: int, show: Callable[[Row], dict[str, Any]]
) -> Page:
    """Newest first by a time field, ties broken by primary key. Raises InputRejected `cursor_invalid`."""
    limit = max(1, min(limit, MAX_LIMIT))
    found = list(newest_first(rows, order=order, cursor=cursor)[: limit + 1])
    more = len(found) > limit
    found = found[:limit]
    following = write_cursor(getattr(found[-1], order), found[-1].pk) if more else None
    return Page([show(row) for row in found], following)


def newest_first(rows: QuerySet[Row], *, order: str, cursor: str | None) -> QuerySet[Row]:
    """By a time field, ties broken by primary key; with a cursor what comes after it. Raises InputRejected
    `cursor_invalid`."""
    rows = rows.order_by(f"-{order}", "-pk")
    return rows.filter(after(order, *read_cursor(cursor, rows.model))) if cursor else rows


def after(order: str, at: datetime, pk: Any) -> Q:
    """What comes after this row, newest first."""
    return Q(**{f"{order}__lt": at}) | Q(**{order: at, "pk__lt": pk})


def write_cursor(at: datetime, pk: Any) -> str:
    return base64.urlsafe_b64encode(json.dumps([at.isoformat(), str(pk)]).encode()).decode().rstrip("=")


def read_cursor(cursor: str, model: type[Model]) -> tuple[datetime, Any]:
    try:
        at, pk = json.loads(base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
        moment = parse_datetime(at)
        key = model._meta.pk.to_python(pk)
    except (ValueError, TypeError, OverflowError, RecursionError, ValidationError):
        moment = key = None
    if moment is None or moment.tzinfo is None or key is None or (isinstance(key, int) and abs(key) >= 2**63):
        message = "Use the 'next' of the page before, unchanged, or leave it out."
        raise InputRejected("cursor_invalid", f"The cursor cannot be read. {message}", (FieldError("cursor", message),))
    return moment, key
