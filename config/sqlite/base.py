"""Django's SQLite backend, with the writers of this process in a queue: whoever begins a transaction or writes outside
one waits for its turn, and ends it with the transaction or the statement."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db.backends.sqlite3 import base

from config.sqlite.write_queue import Turn, write_queue_of

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
