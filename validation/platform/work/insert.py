"""Rows written with as few messages to the database as it takes. `bulk_create` reads keys back, and tells nobody which
rows were new; here rows are inserted as they are, and `insert_new` answers which ones went in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.models import Field, Model
from django.db.models.constants import OnConflict
from django.db.models.sql import InsertQuery

COPIED_FROM = 20
"""So many rows of one model PostgreSQL takes by COPY: it parses no statement, and values are not quoted."""


def insert_rows(*models: Sequence[Model]) -> None:
    """All rows of each model. PostgreSQL gets a few of several models in one message. Keys that the database draws are
    not read back."""
    is_postgresql = connection.vendor == "postgresql"
    statements: list[tuple[str, Any]] = []
    for rows in models:
        if is_postgresql and len(rows) >= COPIED_FROM:
            _copy(rows)
        else:
            statements += _statements(rows, None, ())
    if is_postgresql and statements:
        texts, params = zip(*statements, strict=True)
        statements = [("; ".join(texts), tuple(chain.from_iterable(params)))]
    with connection.cursor() as cursor:
        for sql, values in statements:
            cursor.execute(sql, values)
    for row in chain.from_iterable(models):
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


def _copy(rows: Sequence[Model]) -> None:
    fields, quoted = _fields(rows[0]), connection.ops.quote_name
    columns = ", ".join(quoted(field.column or "") for field in fields)
    sql = f"COPY {quoted(rows[0]._meta.db_table)} ({columns}) FROM STDIN"
    with connection.wrap_database_errors, connection.cursor() as cursor, cursor.copy(sql) as copy:
        for line in zip(*(_column(field, rows) for field in fields), strict=True):
            copy.write_row(line)


def _column(field: Field[Any, Any], rows: Sequence[Model]) -> list[Any]:
    """What the database gets for each row. Most columns of new rows say the same in all of them."""
    database = connections[DEFAULT_DB_ALIAS]  # the proxy would be looked through for each value
    values = [field.pre_save(row, add=True) for row in rows]
    if all(value is values[0] for value in values):
        return [field.get_db_prep_save(values[0], database)] * len(rows)
    return [field.get_db_prep_save(value, database) for value in values]


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
