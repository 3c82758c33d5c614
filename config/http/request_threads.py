"""Threads that outlive a request, so that its database connection does too.

Django gives every request a thread of its own and ends it, with another thread to join it; a SQLite connection goes
with its thread, and opening one costs more than the statements of most requests (the schema is read anew).
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from asgiref.sync import ThreadSensitiveContext

from config.http.body_limit import App, Message, Receive, Send

KEPT = 32
"""Idle threads that wait for the next request; those above end with theirs."""


class RequestThreads:
    """ASGI application that runs the synchronous part of each HTTP request on one thread, idle since an earlier one.

    A thread serves one request at a time: what a request keeps in its thread stays its own, as Django expects."""

    def __init__(self, app: App) -> None:
        self.app = app
        self._idle: list[ThreadPoolExecutor] = []

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        thread = self._idle.pop() if self._idle else ThreadPoolExecutor(1, thread_name_prefix="request")
        try:
            async with ThreadSensitiveContext(executor=thread):
                await self.app(scope, receive, send)
        finally:
            self._put_back(thread)

    def _put_back(self, thread: ThreadPoolExecutor) -> None:
        """Last in, first out: few requests at once use few threads."""
        if len(self._idle) < KEPT:
            self._idle.append(thread)
        else:
            thread.shutdown(wait=False)
