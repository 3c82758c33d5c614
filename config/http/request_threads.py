"""Threads that outlive a request, so that its database connection does too.

Django gives every request a thread of its own and ends it, with another thread to join it; a SQLite connection goes
with its thread, and opening one costs more than the statements of most requests (the schema is read anew).

Only as many of them work at a time as the pool has connections: one more would wait for one and be refused after six
seconds. Here it waits its turn.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from asgiref.sync import ThreadSensitiveContext

from config.databases import CONNECTIONS
from config.http.body_limit import App, Message, Receive, Send

KEPT = 32
"""Idle threads that wait for the next request; those above end with theirs."""

AT_WORK = CONNECTIONS
"""Requests whose synchronous part runs at the same time; waiting for a decision or a stream is not such a part."""
HEALTH = frozenset({"/healthz", "/readyz"})
"""These are answered beside the others: they say whether the process can serve, also when all others are stuck."""


class _RequestThread(ThreadPoolExecutor):
    """One thread. What is handed to it begins when fewer than `AT_WORK` others of the process are at work."""

    def __init__(self, free: threading.Semaphore) -> None:
        super().__init__(1, thread_name_prefix="request")
        self._free = free

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        return super().submit(self._in_turn, fn, *args, **kwargs)

    def _in_turn(self, fn: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        with self._free:
            return fn(*args, **kwargs)


class RequestThreads:
    """ASGI application that runs the synchronous part of each HTTP request on one thread, idle since an earlier one.

    A thread serves one request at a time: what a request keeps in its thread stays its own, as Django expects."""

    def __init__(self, app: App) -> None:
        self.app = app
        self._free = threading.Semaphore(AT_WORK)
        self._idle: list[_RequestThread] = []

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        if scope["path"] in HEALTH:
            async with ThreadSensitiveContext():
                return await self.app(scope, receive, send)
        thread = self._idle.pop() if self._idle else _RequestThread(self._free)
        try:
            async with ThreadSensitiveContext(executor=thread):
                await self.app(scope, receive, send)
        finally:
            self._put_back(thread)

    def _put_back(self, thread: _RequestThread) -> None:
        """Last in, first out: few requests at once use few threads."""
        if len(self._idle) < KEPT:
            self._idle.append(thread)
        else:
            thread.shutdown(wait=False)
