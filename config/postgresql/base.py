"""Django's PostgreSQL backend, without pooled connections that the server has closed.

After a restart of the server `CONN_HEALTH_CHECKS` replaces the pool's connections one by one, with pauses of 0, 1, 2, 4
seconds: with eight in the pool a request times out first. Here all are checked as soon as one is found closed. A server
that shuts down sends a message on each connection, so checking the socket is enough and needs no round trip.
"""

from __future__ import annotations

import select
from typing import Any

import psycopg
from django.db.backends.postgresql import base
from psycopg_pool import ConnectionPool


class DatabaseWrapper(base.DatabaseWrapper):
    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        connection = super().get_new_connection(conn_params)
        if self.pool is None or not is_connection_lost(connection):
            return connection
        self.pool.putconn(connection)  # the pool sees that it is closed, and opens another
        self.pool.check()
        return super().get_new_connection(conn_params)


def is_connection_lost(connection: psycopg.Connection[Any]) -> bool:
    """Whether an idle connection is lost. A healthy one has nothing to read, except for a rare notice."""
    try:
        socket = select.poll()
        socket.register(connection.fileno(), select.POLLIN)
        if socket.poll(0):
            ConnectionPool.check_connection(connection)
    except psycopg.Error:
        return True
    return False
