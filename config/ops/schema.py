"""Whether the database is of this version: which migrations it lacks, and which of a newer version it has."""

from __future__ import annotations

from collections.abc import Iterable

from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader

_OURS = ("validation", "beliefs", "retrieval")


def missing_migrations(executor: MigrationExecutor | None = None) -> list[str]:
    """`app.name` of those still to be applied, in their order."""
    executor = executor or MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return [f"{migration.app_label}.{migration.name}" for migration, _ in plan]


def unknown_migrations(executor: MigrationExecutor | None = None) -> list[str]:
    """Applied migrations of our apps that this version lacks: the database is of a newer one."""
    loader = (executor or MigrationExecutor(connection)).loader
    return unknown_among(loader.applied_migrations or (), loader)


def unknown_among(applied: Iterable[tuple[str, str]], loader: MigrationLoader | None = None) -> list[str]:
    """`app.name` of those of our apps that this version lacks. Squashed ones are known. Asks no database."""
    loader = loader or MigrationLoader(None)
    known = set(loader.disk_migrations) | {
        old for migration in loader.disk_migrations.values() for old in migration.replaces
    }
    return sorted(f"{app}.{name}" for app, name in {key for key in applied if key[0] in _OURS} - known)
