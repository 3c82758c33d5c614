"""Inserts rows with as few round trips to the database as possible. Unlike `bulk_create`, `insert_rows` does not read
keys back, and `insert_new` reports which rows were new."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.models import Field, Model
from django.db.models.constants import OnConflict
from django.db.models.sql import InsertQuery

MANY = 20
"""From this many rows of one model, PostgreSQL gets them by COPY or as arrays, which saves quoting and parsing."""


class NewRows:
    """Rows of one model as columns, because creating instances takes longer than writing them. `every` holds values
    shared by all rows, `each` a list for each other column, by attname."""

    def __init__(self, model: type[Model], every: Mapping[str, Any], **each: Sequence[Any]) -> None:
        self.model, self.every, self.each = model, every, each

    def __len__(self) -> int:
        return len(next(iter(self.each.values())))

    def instances(self) -> list[Model]:
        rows = zip(*self.each.values(), strict=True)
        return [self.model(**self.every, **dict(zip(self.each, row, strict=True))) for row in rows]


Rows = Sequence[Model] | NewRows


class _Column(NamedTuple):
    """The prepared values of one field: one for each row, or a single one if `same`."""

    field: Field[Any, Any]
    values: Sequence[Any]
    same: bool


def insert_rows(*models: Rows) -> None:
    """Inserts rows of several models; small sets share one round trip on PostgreSQL. Generated keys are not read
    back."""
    is_postgresql = connection.vendor == "postgresql"
    statements: list[tuple[str, Any]] = []
    for rows in models:
        if is_postgresql and len(rows) >= MANY:
            _copy(rows)
        else:
            statements += _statements(rows, None, ())
    if is_postgresql and statements:
        texts, params = zip(*statements, strict=True)
        statements = [("; ".join(texts), tuple(chain.from_iterable(params)))]
    with connection.cursor() as cursor:
        for sql, values in statements:
            cursor.execute(sql, values)
    for row in chain.from_iterable(rows for rows in models if not isinstance(rows, NewRows)):
        row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS


def insert_new(rows: Rows, *, returning: Sequence[str]) -> list[tuple[Any, ...]]:
    """Inserts rows unless their unique key exists; returns the fields `returning` of the inserted ones. A concurrent
    insert of the same key waits for the first transaction to end, so sort rows by that key to avoid deadlocks."""
    found: list[tuple[Any, ...]] = []
    is_unnested = connection.vendor == "postgresql" and len(rows) >= MANY
    statements = [_unnest(rows, returning)] if is_unnested else _statements(rows, OnConflict.IGNORE, returning)
    for sql, params in statements:
        with connection.cursor() as cursor:
            cursor.execute(sql, params)
            found += cursor.fetchall()
    return found


def _copy(rows: Rows) -> None:
    columns, quoted = _columns(rows), connection.ops.quote_name
    names = ", ".join(quoted(column.field.column or "") for column in columns)
    sql = f"COPY {quoted(_model_of(rows)._meta.db_table)} ({names}) FROM STDIN"
    values = [[*column.values] * len(rows) if column.same else column.values for column in columns]
    with connection.wrap_database_errors, connection.cursor() as cursor, cursor.copy(sql) as copy:
        for line in zip(*values, strict=True):
            copy.write_row(line)


def _unnest(rows: Rows, returning: Sequence[str]) -> tuple[str, tuple[Any, ...]]:
    """One statement with an array parameter for each column whose values differ."""
    columns, quoted = _columns(rows), connection.ops.quote_name
    columns.sort(key=lambda column: column.same)
    types = [str(column.field.db_type(connections[DEFAULT_DB_ALIAS])).partition("(")[0] for column in columns]
    meta = _model_of(rows)._meta
    differing = sum(not column.same for column in columns)
    arrays = ", ".join(f"%s::{kind}[]" for kind in types[:differing])
    constants = "".join(f", %s::{kind}" for kind in types[differing:])
    names = ", ".join(quoted(column.field.column or "") for column in columns)
    written = {field.name: quoted(field.column or "") for field in meta.concrete_fields}
    read = ", ".join(written[name] for name in returning)
    sql = (
        f"INSERT INTO {quoted(meta.db_table)} ({names}) SELECT given.*{constants} FROM unnest({arrays}) AS given"  # noqa: S608 - names of our own
        f" ON CONFLICT DO NOTHING RETURNING {read}"
    )
    constant = (column.values[0] for column in columns[differing:])
    return sql, (*constant, *(list(column.values) for column in columns[:differing]))


def _columns(rows: Rows) -> list[_Column]:
    """All columns but a generated key. Most columns of new rows have the same value in every row."""
    database = connections[DEFAULT_DB_ALIAS]  # bypasses the proxy lookup for each value
    found = []
    for field in _fields(rows):
        if isinstance(rows, NewRows):
            name = field.attname
            values = rows.each.get(name) or [rows.every[name] if name in rows.every else field.get_default()]
        else:
            values = [field.pre_save(row, add=True) for row in rows]
        same = len(values) == 1 or all(value is values[0] for value in values)
        prepared = [field.get_db_prep_save(value, database) for value in (values[:1] if same else values)]
        found.append(_Column(field, prepared, same))
    return found


def _statements(rows: Rows, on_conflict: OnConflict | None, returning: Sequence[str]) -> Iterator[tuple[str, Any]]:
    if not rows:
        return
    instances = rows.instances() if isinstance(rows, NewRows) else rows
    fields = _fields(rows)
    most = max(1, connection.ops.bulk_batch_size(fields, instances))
    for start in range(0, len(instances), most):
        query = InsertQuery(_model_of(rows), on_conflict=on_conflict)
        query.insert_values(fields, list(instances[start : start + most]))
        compiler: Any = query.get_compiler(DEFAULT_DB_ALIAS)
        compiler.returning_fields = [_model_of(rows)._meta.get_field(name) for name in returning]
        yield from compiler.as_sql()


def _model_of(rows: Rows) -> type[Model]:
    return rows.model if isinstance(rows, NewRows) else type(rows[0])


def _fields(rows: Rows) -> list[Field[Any, Any]]:
    """All fields but a generated key."""
    fields = _model_of(rows)._meta.local_concrete_fields
    if isinstance(rows, NewRows):
        given = rows.every.keys() | rows.each.keys()
        return [field for field in fields if not field.primary_key or field.attname in given]
    return [field for field in fields if not (field.primary_key and rows[0].pk is None)]
