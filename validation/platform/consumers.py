"""The one WebSocket: tells a signed-in person's page that something changed, and nothing more."""

from __future__ import annotations

from typing import Any

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncJsonWebsocketConsumer
from django.contrib.auth import get_user_model

from validation.platform.live import Topic, group_of
from validation.platform.permissions import can_view

UNAUTHORIZED = 4401


class LiveConsumer(AsyncJsonWebsocketConsumer):
    """Subscribes to every topic. The permission is asked again on each push, so that somebody who was signed out or
    lost their role stops hearing at once."""

    async def connect(self) -> None:
        if not await self._allowed():
            await self.close(code=UNAUTHORIZED)
            return
        for topic in Topic:
            await self.channel_layer.group_add(group_of(topic), self.channel_name)
        await self.accept()

    async def disconnect(self, _code: int) -> None:
        for topic in Topic:
            await self.channel_layer.group_discard(group_of(topic), self.channel_name)

    async def receive_json(self, content: Any, **_kwargs: Any) -> None:
        """Pages have nothing to say here."""

    async def changed(self, message: dict[str, str]) -> None:
        if not await self._allowed():
            await self.close(code=UNAUTHORIZED)
            return
        await self.send_json({"topic": message["topic"], "id": message["id"]})

    @database_sync_to_async
    def _allowed(self) -> bool:
        user = self.scope.get("user")
        if user is None or not user.is_authenticated:
            return False
        session = self.scope.get("session")
        if session is not None and not (session.session_key and session.exists(session.session_key)):
            return False
        fresh = get_user_model().objects.filter(pk=user.pk).first()
        return fresh is not None and can_view(fresh)
