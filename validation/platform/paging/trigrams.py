"""Trigram indexes, with which PostgreSQL finds text inside a column without scanning the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import Error, transaction


def make_trigram_indexes(schema_editor: Any, columns: Mapping[str, Sequence[str]]) -> None:
    """For migrations: creates the indexes on `columns`, by table, if pg_trgm is available; otherwise searches read only
    the newest rows (`filters.search`). Indexes upper case, because `icontains` compares in upper case."""
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
    """Creates pg_trgm, which ships with PostgreSQL; the owner of a database may do so unless forbidden."""
    try:
        with transaction.atomic(connection.alias), connection.cursor() as cursor:
            cursor.execute("CREATE EXTENSION IF NOT EXISTS pg_trgm")
    except Error:
        return False
    return True
