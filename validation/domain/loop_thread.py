"""An event loop in its own thread, for synchronous callers.

Timeouts of a blocking client apply to each read, so a server that sends single bytes can block it forever. A coroutine
can be cancelled at any time, so the LLM adapter is asynchronous inside and blocking outside.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class LoopThread:
    """Runs from creation on. Threads do not survive a fork, so a child process must create its own."""

    def __init__(self, name: str) -> None:
        self.loop = asyncio.new_event_loop()
        threading.Thread(target=self._serve, name=name, daemon=True).start()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Blocks until the work is done and returns its result, or raises its exception."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result()

    def stop(self) -> None:
        self.loop.call_soon_threadsafe(self.loop.stop)

    def _serve(self) -> None:
        asyncio.set_event_loop(self.loop)
        try:
            self.loop.run_forever()
        finally:
            self.loop.close()
