"""Rows of models by INSERT ... SELECT: what is not given takes the field's default, so that a new column with one needs
no word here."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection, models
from django.db.models.fields import NOT_PROVIDED


def insert(model: type[models.Model], source: str, /, **columns: str) -> int:
    """`columns` are SQL expressions by field name over `source`, what follows FROM. Returns how many rows came."""
    own = {field.name for field in model._meta.concrete_fields}
    unknown = set(columns) - own
    if unknown:
        raise LookupError(f"{model.__name__} has no {', '.join(sorted(unknown))}.")
    names, expressions = [], []
    for field in model._meta.concrete_fields:
        if field.name in columns or not isinstance(field, models.AutoField):
            names.append(f'"{field.column}"')
            expressions.append(columns.get(field.name) or _default(field))
    sql = f'INSERT INTO "{model._meta.db_table}" ({", ".join(names)}) SELECT {", ".join(expressions)} FROM {source}'
    with connection.cursor() as cursor:
        cursor.execute(sql)
        return int(cursor.rowcount)


def _default(field: models.Field[Any, Any]) -> str:
    value = field.get_default() if field.default is not NOT_PROVIDED else None
    if isinstance(field, models.JSONField) and value is not None:
        return f"{text(json.dumps(value))}::jsonb"
    if value is None:
        return "NULL" if field.null else "''"
    return str(value) if isinstance(value, bool | int | float) else text(str(value))


def text(value: str) -> str:
    """A literal. Percent signs are those of no parameter: the statement is run without any."""
    return "'" + value.replace("'", "''") + "'"


def one_of(values: tuple[str, ...], salt: int, of: str = "i") -> str:
    """One of a few texts, by chance that is the same in every run."""
    array = ", ".join(text(value) for value in values)
    return f"(ARRAY[{array}])[1 + {below(len(values), salt, of)}]"


def below(limit: int, salt: int, of: str = "i") -> str:
    """An integer from 0 to limit - 1 that `of` and `salt` decide."""
    return f"(abs(hashint8extended({of}, {salt}) % {limit}))::int"


def uuid_of(kind: str, of: str = "i") -> str:
    return f"md5('{kind}' || {of})::uuid"


@contextmanager
def without_indexes() -> Iterator[None]:
    """Inside, tables have no secondary indexes and foreign keys are not looked at; afterwards all is as before."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT i.indexname, i.indexdef FROM pg_indexes i JOIN pg_class c ON c.relname = i.indexname"
            " JOIN pg_index x ON x.indexrelid = c.oid WHERE i.schemaname = 'public' AND NOT x.indisunique"
        )
        found = cursor.fetchall()
        for name, _ in found:
            cursor.execute(f'DROP INDEX "{name}"')
        cursor.execute("SET session_replication_role = replica")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("SET session_replication_role = origin")
            cursor.execute("SET maintenance_work_mem = '512MB'")
            for _, definition in found:
                cursor.execute(definition)
