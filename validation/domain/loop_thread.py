"""One event loop on a thread of its own, for callers that have none.

Deadlines of a blocking client are per read, so a server that sends a byte now and then holds it for ever. Cancelling a
coroutine ends it in any state; that is why the LLM's adapter is asynchronous inside and blocking outside.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class LoopThread:
    """Serves from the beginning. Threads do not go over a fork: whoever holds one makes another in the child."""

    def __init__(self, name: str) -> None:
        self.loop = asyncio.new_event_loop()
        threading.Thread(target=self._serve, name=name, daemon=True).start()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Blocks until the work is done; raises what it raises."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result()

    def stop(self) -> None:
        self.loop.call_soon_threadsafe(self.loop.stop)

    def _serve(self) -> None:
        asyncio.set_event_loop(self.loop)
        try:
            self.loop.run_forever()
        finally:
            self.loop.close()
