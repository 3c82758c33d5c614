"""Subqueries that return related rows as one JSON array, or their count."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import CharField, Field, IntegerField, JSONField, QuerySet, Subquery, TextField


class JsonRows(Subquery):
    """The rows of `query` as a list of dicts by field name, in order. `query` ends with `values` of annotations and of
    fields of its own model whose columns have the fields' names."""

    output_field = JSONField()

    def __init__(self, query: QuerySet[Any, Any]) -> None:
        super().__init__(query)
        own = {name: query.model._meta.get_field(name) for name in query.query.values_select}
        annotated = {name: one.output_field for name, one in query.query.annotation_select.items()}
        self._fields: dict[str, Field[Any, Any]] = own | annotated

    def as_postgresql(self, compiler: Any, connection: Any, **context: Any) -> tuple[str, tuple[Any, ...]]:
        # Cast to text: building jsonb takes PostgreSQL twice as long.
        template = "(SELECT coalesce(json_agg(line), '[]'::json)::text FROM (%(subquery)s) line)"
        return self.as_sql(compiler, connection, template=template, **context)

    def as_sqlite(self, compiler: Any, connection: Any, **context: Any) -> tuple[str, tuple[Any, ...]]:
        quoted = ", ".join(f"'{name}', {_whole(name, field)}" for name, field in self._fields.items())
        template = f"(SELECT json_group_array(json_object({quoted})) FROM (%(subquery)s) line)"  # noqa: S608 - names of fields
        return self.as_sql(compiler, connection, template=template, **context)

    def get_db_converters(self, connection: BaseDatabaseWrapper) -> list[Any]:  # noqa: ARG002
        return [self._read]

    def _read(self, value: str | None, _expression: object, connection: BaseDatabaseWrapper) -> list[dict[str, Any]]:
        lines: list[dict[str, Any]] = json.loads(value or "[]")
        for name, field in self._fields.items():
            if change := _change_of(field, nested_text=connection.vendor == "sqlite"):
                for line in lines:
                    if line[name] is not None:
                        line[name] = change(line[name])
        return lines


def _whole(name: str, field: Field[Any, Any]) -> str:
    """The column for SQLite's JSON functions, which would otherwise round a float to 15 digits."""
    column = f'line."{name}"'
    return (
        f"CASE WHEN {column} IS NOT NULL THEN printf('%%%%!.17g', {column}) END"
        if field.get_internal_type() == "FloatField"
        else column
    )


def _change_of(field: Field[Any, Any], *, nested_text: bool) -> Callable[[Any], Any] | None:
    """The conversion from a JSON value to the field's Python value; None if they are the same."""
    if isinstance(field, JSONField):
        return json.loads if nested_text else None
    if isinstance(field, CharField | TextField | IntegerField):
        return None
    return _moment if field.get_internal_type() == "DateTimeField" else field.to_python


def _moment(stored: str) -> datetime:
    moment = datetime.fromisoformat(stored)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


class CountRows(Subquery):
    """The number of rows of `query` for the outer row. It is evaluated only for the rows of the page, where a join with
    a count would be computed for the whole list first."""

    template = "(SELECT count(*) FROM (%(subquery)s) counted)"
    output_field = IntegerField()
