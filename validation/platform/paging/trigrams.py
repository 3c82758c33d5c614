"""Trigram indexes, which let PostgreSQL find a text inside a column without reading the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import Error, transaction


def make_trigram_indexes(schema_editor: Any, columns: Mapping[str, Sequence[str]]) -> None:
    """For migrations: `columns` by table. On PostgreSQL with pg_trgm at hand; elsewhere searches read the newest rows
    only (`filters.search`). Upper case, since that is how `icontains` compares."""
    connection = schema_editor.connection
    if connection.vendor != "postgresql" or not _extension(connection):
        return
    for table, names in columns.items():
        for name in names:
            index = f"{table.partition('_')[2]}_{name}_trigrams"
            schema_editor.execute(
                f'CREATE INDEX IF NOT EXISTS "{index}" ON "{table}" USING gin (UPPER("{name}") gin_trgm_ops)'
            )


def _extension(connection: Any) -> bool:
    """pg_trgm comes with PostgreSQL; the owner of a database may make it, unless an administrator forbids that."""
    try:
        with transaction.atomic(connection.alias), connection.cursor() as cursor:
            cursor.execute("CREATE EXTENSION IF NOT EXISTS pg_trgm")
    except Error:
        return False
    return True
