"""Two transactions that really overlap, on two connections to PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from queue import Queue
from time import monotonic
from typing import Any

from django.db import connection, connections, transaction

WITHIN_S = 30.0


def meet(*, holding: Callable[[], object], other: Callable[[], Any], then: Callable[[], Any]) -> tuple[Any, Any]:
    """Runs `other` in a transaction of its own until it waits for the row that `holding` has locked, or has ended; only
    then does the first transaction go on with `then`. Answers what `then` and `other` answered."""
    pids: Queue[int] = Queue()

    def elsewhere() -> Any:
        try:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_backend_pid()")
                pids.put(cursor.fetchone()[0])
            return other()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(1) as thread:
        with transaction.atomic():
            holding()
            met = thread.submit(elsewhere)
            _until_waiting(pids.get(timeout=WITHIN_S), met)
            told = then()
        return told, met.result(timeout=WITHIN_S)


def _until_waiting(pid: int, met: Future[Any]) -> None:
    end = monotonic() + WITHIN_S
    while not met.done():
        with connection.cursor() as cursor:
            cursor.execute("SELECT cardinality(pg_blocking_pids(%s))", [pid])
            if cursor.fetchone()[0]:
                return
        assert monotonic() < end, "the other transaction neither waits nor ends"
