"""Rows written with one statement a table. `bulk_create` reads keys back, and tells nobody which rows were new; here
rows are inserted as they are, and `insert_new` answers which ones went in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import Field, Model
from django.db.models.constants import OnConflict
from django.db.models.sql import InsertQuery

M = TypeVar("M", bound=Model)


def insert_rows(rows: Sequence[Model]) -> None:
    """All of one model. Keys that the database draws are not read back."""
    for sql, params in _statements(rows, None, ()):
        with connection.cursor() as cursor:
            cursor.execute(sql, params)
    for row in rows:
        row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS


def insert_new(rows: Sequence[Model], *, returning: Sequence[str]) -> list[tuple[Any, ...]]:
    """The fields `returning` of those that went in; a row whose unique key is taken is left out. Of two transactions
    that insert one key the second waits for the first to end. Give the rows in the order of that key, the same
    everywhere, or two could wait for each other."""
    found: list[tuple[Any, ...]] = []
    for sql, params in _statements(rows, OnConflict.IGNORE, returning):
        with connection.cursor() as cursor:
            cursor.execute(sql, params)
            found += cursor.fetchall()
    return found


def _statements(
    rows: Sequence[Model], on_conflict: OnConflict | None, returning: Sequence[str]
) -> Iterator[tuple[str, Any]]:
    if not rows:
        return
    fields = _fields(rows[0])
    most = max(1, connection.ops.bulk_batch_size(fields, rows))
    for start in range(0, len(rows), most):
        query = InsertQuery(type(rows[0]), on_conflict=on_conflict)
        query.insert_values(fields, list(rows[start : start + most]))
        compiler: Any = query.get_compiler(DEFAULT_DB_ALIAS)
        compiler.returning_fields = [rows[0]._meta.get_field(name) for name in returning]
        yield from compiler.as_sql()


def _fields(row: Model) -> list[Field[Any, Any]]:
    """Without the key that the database draws."""
    return [field for field in row._meta.local_concrete_fields if not (field.primary_key and row.pk is None)]
