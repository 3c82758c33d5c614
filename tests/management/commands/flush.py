"""`flush`, which Django calls after every test that commits: on PostgreSQL by emptying only what holds rows.

Django's own truncates every table and makes permissions, roles and the first policy anew, which takes a quarter of a
second. Here it runs once; what it leaves is copied aside, and every later flush puts those rows back.
"""

from __future__ import annotations

from typing import Any

from django.core.management.commands import flush
from django.db import connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.utils import CursorWrapper

ASIDE = "laid_by_migrations"


class Command(flush.Command):
    def handle(self, **options: Any) -> None:
        connection = connections[options["database"]]
        if connection.vendor != "postgresql":
            super().handle(**options)
        elif kept := _kept(connection):
            _put_back(connection, kept)
        else:
            super().handle(**options)
            _keep(connection)


def _kept(connection: BaseDatabaseWrapper) -> list[str]:
    """The tables, quoted, of which rows were copied aside."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT quote_ident(tablename) FROM pg_tables WHERE schemaname = %s", [ASIDE])
        return [name for (name,) in cursor.fetchall()]


def _keep(connection: BaseDatabaseWrapper) -> None:
    with transaction.atomic(connection.alias), connection.cursor() as cursor:
        cursor.execute(f"CREATE SCHEMA {ASIDE}")
        for table in _holding_rows(cursor, _tables(connection)):
            cursor.execute(f"CREATE TABLE {ASIDE}.{table} AS TABLE {table}")


def _put_back(connection: BaseDatabaseWrapper, kept: list[str]) -> None:
    tables = _tables(connection)
    with transaction.atomic(connection.alias), connection.cursor() as cursor:
        # Whoever is still writing is waited for, as by TRUNCATE; replicas check no foreign keys.
        cursor.execute(f"LOCK TABLE {', '.join(tables)} IN EXCLUSIVE MODE")
        cursor.execute("SET LOCAL session_replication_role = replica")
        for table in _holding_rows(cursor, tables):
            cursor.execute(f"DELETE FROM {table}")
        for table in kept:
            cursor.execute(f"INSERT INTO {table} TABLE {ASIDE}.{table}")


def _tables(connection: BaseDatabaseWrapper) -> list[str]:
    names = connection.introspection.django_table_names(only_existing=True, include_views=False)
    return [connection.ops.quote_name(name) for name in sorted(names)]


def _holding_rows(cursor: CursorWrapper, tables: list[str]) -> list[str]:
    cursor.execute(" UNION ALL ".join(f"SELECT '{table}' WHERE EXISTS (TABLE {table})" for table in tables))
    return [table for (table,) in cursor.fetchall()]
