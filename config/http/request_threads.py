"""Request threads that are reused, so that their database connections are too.

Django starts a thread for every request and ends it afterwards. A SQLite connection ends with its thread, and opening
one, which reads the schema, costs more than the statements of most requests.

At most as many threads work at the same time as the pool has connections. A further one would time out waiting for a
connection after six seconds; here it waits for its turn.
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
"""Idle threads that are kept; further ones end with their request."""

AT_WORK = CONNECTIONS
"""Most requests whose synchronous part runs at the same time. Waiting for a decision or a stream does not count."""
HEALTH = frozenset({"/healthz", "/readyz"})
"""Health checks bypass the threads: they must respond even if all other requests are stuck."""


class _RequestThread(ThreadPoolExecutor):
    """A single thread; submitted work starts when fewer than `AT_WORK` other threads are working."""

    def __init__(self, free: threading.Semaphore) -> None:
        super().__init__(1, thread_name_prefix="request")
        self._free = free

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        return super().submit(self._in_turn, fn, *args, **kwargs)

    def _in_turn(self, fn: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        with self._free:
            return fn(*args, **kwargs)


class RequestThreads:
    """ASGI application that runs the synchronous part of each HTTP request in a reused thread.

    A thread serves one request at a time, so thread-local state belongs to one request, as Django expects."""

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
        """Last in, first out, so that few concurrent requests use few threads."""
        if len(self._idle) < KEPT:
            self._idle.append(thread)
        else:
            thread.shutdown(wait=False)
