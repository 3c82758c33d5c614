"""The in-memory channel layer of the embedded mode, which worker threads can publish to.

InMemoryChannelLayer uses asyncio queues, which belong to one event loop: a message published from another thread could
arrive late or never. Here the first subscriber determines the loop, and messages from other threads are passed to it.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

from channels.layers import InMemoryChannelLayer


class OneLoopChannelLayer(InMemoryChannelLayer):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._sending: set[asyncio.Task[None]] = set()

    async def group_add(self, group: str, channel: str) -> None:
        await self._belong_here()
        await super().group_add(group, channel)

    async def receive(self, channel: str) -> Any:
        await self._belong_here()
        return await super().receive(channel)

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        loop = self._loop
        if loop is None or loop.is_closed():
            return  # no subscriber
        if loop is asyncio.get_running_loop():
            await super().group_send(group, message)
        else:
            with suppress(RuntimeError):  # the loop was closed in between, with its subscribers
                loop.call_soon_threadsafe(self._send_here, loop, group, message)

    def _send_here(self, loop: asyncio.AbstractEventLoop, group: str, message: dict[str, Any]) -> None:
        """Runs on the loop, so that nothing is left pending if the loop ends first."""
        task = loop.create_task(super().group_send(group, message))
        self._sending.add(task)  # a loop holds its tasks weakly
        task.add_done_callback(self._sending.discard)

    async def _belong_here(self) -> None:
        """Adopts the running loop, and drops subscriptions of an earlier one, whose sockets are gone."""
        here = asyncio.get_running_loop()
        if self._loop is here:
            return
        if self._loop is not None:
            await self.flush()
        self._loop = here
