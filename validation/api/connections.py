"""Database connections of a call that is about to wait."""

from __future__ import annotations

from django.db import connections


def let_go_of_connections() -> None:
    """Hands the connections of this thread back; one inside a transaction stays."""
    for connection in connections.all(initialized_only=True):
        if not connection.in_atomic_block:
            connection.close()
