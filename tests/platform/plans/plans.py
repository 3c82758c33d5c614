"""What PostgreSQL plans for a list or a count, told to avoid what it chooses only because the tables are small here."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import QuerySet

from validation.models import Attempt
from validation.response.queries.attempts import AttemptFilter, wanted_attempts

CURSOR = (datetime(2026, 11, 3, tzinfo=UTC), UUID(int=7))
AVOIDED_BY_PAGES = ("seqscan", "bitmapscan", "sort")
AVOIDED_BY_SEARCHES = ("seqscan", "indexscan", "indexonlyscan", "nestloop")
"""Among a few attempts each turn would be looked up by its key, if vacuum came by in the right moment."""


def plan(rows: QuerySet[Any], avoided: Sequence[str]) -> str:
    with connection.cursor() as cursor:
        for name in avoided:
            cursor.execute(f"SET LOCAL enable_{name} = off")
    return str(rows.explain())


def plan_of_sql(sql: str, avoided: Sequence[str]) -> str:
    with connection.cursor() as cursor:
        for name in avoided:
            cursor.execute(f"SET LOCAL enable_{name} = off")
        cursor.execute(f"EXPLAIN {sql}")
        return "\n".join(line for (line,) in cursor.fetchall())


def leave_only(index: str, rows: QuerySet[Any]) -> None:
    """On tables without rows all indexes cost the same; what this one can do shows when the others are gone."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT indexrelid::regclass::text FROM pg_index"
            " WHERE indrelid = %s::regclass AND NOT indisunique AND indexrelid <> %s::regclass",
            [rows.model._meta.db_table, index],
        )
        for (other,) in cursor.fetchall():
            cursor.execute(f"DROP INDEX {other}")


def attempts(**wanted: Any) -> QuerySet[Attempt]:
    return wanted_attempts(AttemptFilter(**wanted))


def existing_indexes() -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT indexname FROM pg_indexes WHERE schemaname = current_schema()")
        return [name for (name,) in cursor.fetchall()]
