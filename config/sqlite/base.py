"""Django's SQLite backend with a fair queue of the writers in this process. A writer waits for its turn to begin a
transaction, or a single write outside one, and ends the turn with it."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from typing import Any

from django.db.backends.sqlite3 import base

WRITES = ("INSERT", "UPDATE", "DELETE", "REPLACE")
SQLITES_OWN_TIMEOUT_S = 5.0


class DatabaseWrapper(base.DatabaseWrapper):
    # The stub of the class above lacks the private methods that end and begin a transaction.

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        patience = self.settings_dict["OPTIONS"].get("timeout", SQLITES_OWN_TIMEOUT_S)
        self._queue = write_queue_of(str(self.settings_dict["NAME"]), patience=patience)
        self._turn: WriteTurn | None = None
        self.execute_wrappers.append(self._in_turn)

    def _start_transaction_under_autocommit(self) -> None:
        """Waits for a turn first, because transactions are immediate: BEGIN takes SQLite's lock."""
        self._end_turn()  # of a transaction that was ended by hand, in SQL
        self._turn = self._queue.wait()
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
        except BaseException:
            self._end_turn()
            raise

    def _commit(self) -> None:
        super()._commit()  # type: ignore[misc]
        self._end_turn()

    def _rollback(self) -> None:
        super()._rollback()  # type: ignore[misc]
        self._end_turn()

    def _close(self) -> None:
        """Ends the turn too: closing in a transaction rolls it back."""
        try:
            super()._close()  # type: ignore[misc]
        finally:
            self._end_turn()

    def _end_turn(self) -> None:
        turn, self._turn = self._turn, None
        if turn is not None:
            self._queue.end(turn)

    def _in_turn(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        """Takes a turn for a write outside a transaction."""
        if self._turn is not None or self.in_atomic_block or not sql.startswith(WRITES):
            return execute(sql, params, many, context)
        turn = self._queue.wait()
        try:
            return execute(sql, params, many, context)
        finally:
            self._queue.end(turn)


class WriteTurn:
    """One writer's place in the queue."""

    __slots__ = ("_called",)

    def __init__(self) -> None:
        self._called = threading.Lock()
        self._called.acquire()

    def call(self) -> None:
        self._called.release()

    def is_called_within(self, seconds: float) -> bool:
        return self._called.acquire(timeout=seconds)


class WriteQueue:
    """Lets the threads of this process write to the file in order of arrival.

    SQLite has no queue: a writer that finds the file locked sleeps for up to 100 ms and can be overtaken. With 16
    clients one request in a hundred waited for seconds. SQLite's lock still decides, also between processes: after
    `patience` seconds a writer proceeds and relies on it.
    """

    def __init__(self, *, patience: float) -> None:
        self._patience = patience
        self._guard = threading.Lock()
        self._current: WriteTurn | None = None
        self._waiting: deque[WriteTurn] = deque()

    @property
    def length(self) -> int:
        """How many writers wait, without the one whose turn it is."""
        return len(self._waiting)

    def wait(self) -> WriteTurn:
        """Blocks until it is the caller's turn, or for `patience` seconds. Every turn must be ended."""
        turn = WriteTurn()
        with self._guard:
            if self._current is None:
                self._current = turn
                return turn
            self._waiting.append(turn)
        try:
            if not turn.is_called_within(self._patience):
                self._go_ahead(turn)
        except BaseException:  # Ctrl-C while waiting
            self.end(turn)
            raise
        return turn

    def end(self, turn: WriteTurn) -> None:
        """Passes the turn on. Does nothing if another writer has proceeded without waiting any longer."""
        with self._guard:
            if self._current is turn:
                self._current = self._waiting.popleft() if self._waiting else None
                if self._current is not None:
                    self._current.call()
            else:
                self._leave(turn)

    def _go_ahead(self, turn: WriteTurn) -> None:
        with self._guard:
            self._leave(turn)
            self._current = turn

    def _leave(self, turn: WriteTurn) -> None:
        """Stops waiting, also if the turn was granted at this moment or has been passed over."""
        if turn in self._waiting:
            self._waiting.remove(turn)


_queues: dict[str, WriteQueue] = {}


def write_queue_of(path: str, *, patience: float) -> WriteQueue:
    """The queue of this process for that file."""
    return _queues.setdefault(path, WriteQueue(patience=patience))
