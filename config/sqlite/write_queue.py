"""Who in this process may write to a SQLite file next: writers are served in the order in which they came.

SQLite itself has no queue. Whoever finds the file taken sleeps for up to 100 ms and tries again, and is overtaken
meanwhile by everyone who happens to come at the right moment: with 16 clients at once the median was short and one
request in a hundred waited for seconds.

The queue is a courtesy. SQLite's own lock stays the truth, also between processes, so nothing here can be wrong in
a way that harms data, and nothing can wait for ever: who has waited `patience` seconds goes ahead and leaves the
answer to SQLite. A turn whose owner will never end it costs that patience, once.
"""

from __future__ import annotations

import threading
from collections import deque


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
