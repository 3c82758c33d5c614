"""The one WebSocket: tells a signed-in person's page that something changed, and nothing more."""

from __future__ import annotations

from typing import Any

from channels.generic.websocket import AsyncJsonWebsocketConsumer

from validation.platform.live_hub import UNAUTHORIZED, hub, may_hear


class LiveConsumer(AsyncJsonWebsocketConsumer):
    """Joins the hub of its process, which asks for the permission of all pages before each push: somebody who was
    signed out or lost their role stops hearing at once."""

    async def connect(self) -> None:
        if not await may_hear(self.scope):
            await self.close(code=UNAUTHORIZED)
            return
        await self.accept()
        await hub().join(self)

    async def disconnect(self, _code: int) -> None:
        hub().leave(self)

    async def receive(self, *_said: Any, **_kwargs: Any) -> None:
        """Pages have nothing to say here, so it is not read: what is no JSON would end this consumer, and leave it in
        the hub."""
