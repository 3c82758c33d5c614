"""Django's PostgreSQL backend that hands out no connection which the server has closed meanwhile.

`CONN_HEALTH_CHECKS` finds closed connections too, but after a restart of the server it takes the pool's one by one,
with pauses of 0, 1, 2, 4 seconds between them: with eight in the pool a request gives up first. Here all are looked
through as soon as one is found closed. And a server that ends says so on each connection, so a look at the socket tells
what the check asks the server for.
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
        if self.pool is None or not went_away(connection):
            return connection
        self.pool.putconn(connection)  # which sees that it is closed, and opens another
        self.pool.check()
        return super().get_new_connection(conn_params)


def went_away(connection: psycopg.Connection[Any]) -> bool:
    """Whether an idle connection is lost. There is nothing to read on a good one, but for a rare notice."""
    try:
        socket = select.poll()
        socket.register(connection.fileno(), select.POLLIN)
        if socket.poll(0):
            ConnectionPool.check_connection(connection)
    except psycopg.Error:
        return True
    return False
