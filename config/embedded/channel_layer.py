"""The embedded mode's channel layer: in memory, and safe to publish to from worker threads.

Channels' own InMemoryChannelLayer keeps asyncio queues, which belong to one event loop: a task that publishes from its
thread would touch them from outside, and the page would learn of it late or never. Here whoever subscribes fixes the
loop, and a message from any other thread is handed over to it.
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
            return  # nobody has subscribed, so nobody listens
        if loop is asyncio.get_running_loop():
            await super().group_send(group, message)
        else:
            with suppress(RuntimeError):  # closed in between, and with it whoever listened
                loop.call_soon_threadsafe(self._send_here, loop, group, message)

    def _send_here(self, loop: asyncio.AbstractEventLoop, group: str, message: dict[str, Any]) -> None:
        """On the loop itself, so that one which ends first leaves nothing begun and nobody waiting."""
        task = loop.create_task(super().group_send(group, message))
        self._sending.add(task)  # a loop holds its tasks weakly
        task.add_done_callback(self._sending.discard)

    async def _belong_here(self) -> None:
        """Adopt the running loop. Subscriptions of a loop that has ended are gone with their sockets."""
        here = asyncio.get_running_loop()
        if self._loop is here:
            return
        if self._loop is not None:
            await self.flush()
        self._loop = here
