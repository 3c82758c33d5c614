"""Database connections of a call that is about to wait."""

from __future__ import annotations

from django.db import connections


def release_connections() -> None:
    """Hands the connections of this thread back; one inside a transaction stays, and so does one that is kept for good
    (`CONN_MAX_AGE` of None), which nobody else could use meanwhile."""
    for connection in connections.all(initialized_only=True):
        if not connection.in_atomic_block and connection.settings_dict["CONN_MAX_AGE"] is not None:
            connection.close()
