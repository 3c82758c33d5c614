"""Django's SQLite backend, with the writers of this process in a queue: whoever begins a transaction or writes outside
one waits for its turn, and ends it with the transaction or the statement."""

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
        self._turn: Turn | None = None
        self.execute_wrappers.append(self._in_turn)

    def _start_transaction_under_autocommit(self) -> None:
        """Transactions are immediate: the first statement already takes SQLite's lock."""
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
        """Also in the middle of a transaction, which SQLite then rolls back."""
        try:
            super()._close()  # type: ignore[misc]
        finally:
            self._end_turn()

    def _end_turn(self) -> None:
        turn, self._turn = self._turn, None
        if turn is not None:
            self._queue.end(turn)

    def _in_turn(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        """A single write outside a transaction is one of its own."""
        if self._turn is not None or self.in_atomic_block or not sql.startswith(WRITES):
            return execute(sql, params, many, context)
        turn = self._queue.wait()
        try:
            return execute(sql, params, many, context)
        finally:
            self._queue.end(turn)


class Turn:
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
    """Who in this process may write to the file next: writers are served in the order in which they came.

    SQLite itself has no queue: whoever finds the file taken sleeps for up to 100 ms, and is overtaken meanwhile. With
    16 clients at once one request in a hundred waited for seconds. SQLite's own lock stays the truth, also between
    processes: who has waited `patience` seconds goes ahead and leaves the answer to it.
    """

    def __init__(self, *, patience: float) -> None:
        self._patience = patience
        self._guard = threading.Lock()
        self._current: Turn | None = None
        self._waiting: deque[Turn] = deque()

    @property
    def length(self) -> int:
        """How many wait; whoever's turn it is does not."""
        return len(self._waiting)

    def wait(self) -> Turn:
        """Returns when it is the caller's turn, at the latest after `patience` seconds. Every turn must be ended."""
        turn = Turn()
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

    def end(self, turn: Turn) -> None:
        """The next one's turn. Does nothing when somebody went ahead meanwhile."""
        with self._guard:
            if self._current is turn:
                self._current = self._waiting.popleft() if self._waiting else None
                if self._current is not None:
                    self._current.call()
            else:
                self._leave(turn)

    def _go_ahead(self, turn: Turn) -> None:
        with self._guard:
            self._leave(turn)
            self._current = turn

    def _leave(self, turn: Turn) -> None:
        """Not waiting any more: it was called, perhaps this moment, and perhaps overtaken since."""
        if turn in self._waiting:
            self._waiting.remove(turn)


_queues: dict[str, WriteQueue] = {}


def write_queue_of(path: str, *, patience: float) -> WriteQueue:
    """The one queue of this process for that file."""
    return _queues.setdefault(path, WriteQueue(patience=patience))
