"""One event loop on a thread of its own, for callers that have none.

Deadlines of a blocking client are per read, so a server that sends a byte now and then holds it for ever. Cancelling a
coroutine ends it in any state; that is why the adapter is asynchronous inside and blocking outside.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class LoopThread:
    """Starts on first use, and anew in a forked process, where the parent's thread does not exist."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._pid = 0

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Blocks until the work is done; raises what it raises."""
        return asyncio.run_coroutine_threadsafe(work, self._running()).result()

    def stop(self) -> None:
        with self._lock:
            loop, self._loop = self._loop, None
        if loop is not None and self._pid == os.getpid():
            loop.call_soon_threadsafe(loop.stop)

    def _running(self) -> asyncio.AbstractEventLoop:
        with self._lock:
            if self._loop is None or self._pid != os.getpid():
                self._loop, self._pid = asyncio.new_event_loop(), os.getpid()
                threading.Thread(target=_serve, args=(self._loop,), name=self._name, daemon=True).start()
            return self._loop


def _serve(loop: asyncio.AbstractEventLoop) -> None:
    asyncio.set_event_loop(loop)
    try:
        loop.run_forever()
    finally:
        loop.close()
