"""The WebSocket of a page, and the hub for all open pages of a process. The pages share one subscription and one
permission check per push, and pushes are batched and spread over time, so that 200 pages cost little more than one."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import Any

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncJsonWebsocketConsumer
from django.contrib.auth import get_user_model
from django.contrib.sessions.models import Session
from django.db.models import Q

from validation.platform.live import LIVE, MOST_IDS, channel_layer
from validation.platform.permissions import Role

GATHER_S = 1.0
"""Least time between two pushes; after a pause the first one is sent at once."""
PAGES_A_SECOND = 20
"""Rate at which pages are made to refresh, over all topics: each waits for a random part of the total time."""
HEARTBEAT_S = 20.0
"""After two and a half of these without a message, a page considers its connection dead (static/js/live.js)."""
HEARTBEAT = {"topic": "heartbeat", "ids": [], "spread": 0}
RETRY_S = 1.0
TAKES_WITHIN_S = 5.0
UNAUTHORIZED, NOT_FOUND = 4401, 4404

logger = logging.getLogger(__name__)


class LiveHub:
    """Belongs to one event loop, from which `join` and `leave` must be called."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self._pages: set[AsyncJsonWebsocketConsumer] = set()
        self._changed: dict[str, set[str] | None] = {}
        self._listening: asyncio.Task[None] | None = None
        self._pushing: asyncio.Task[None] | None = None
        self._beating: asyncio.Task[None] | None = None
        self._channel: str | None = None

    async def join(self, page: AsyncJsonWebsocketConsumer) -> None:
        self._pages.add(page)
        if self._listening is None or self._listening.done():
            subscribed = self.loop.create_future()
            self._listening = self.loop.create_task(self._listen(subscribed))
            await subscribed
        if self._beating is None or self._beating.done():
            self._beating = self.loop.create_task(self._beat())
        await self._tell(page, [HEARTBEAT])

    def leave(self, page: AsyncJsonWebsocketConsumer) -> None:
        self._pages.discard(page)

    async def _listen(self, subscribed: asyncio.Future[None]) -> None:
        """Listens while there are pages. If the channel layer is down updates are only late; it reconnects."""
        while self._pages:
            try:
                layer = channel_layer()
                self._channel = channel = await layer.new_channel()
                await layer.group_add(LIVE, channel)
                _done(subscribed)
                while self._pages:
                    self._hear(await layer.receive(channel))
                self._channel = None
                await layer.group_discard(LIVE, channel)
            except Exception:
                logger.warning("live updates interrupted", exc_info=True)
                self._channel = None
                _done(subscribed)
                await asyncio.sleep(RETRY_S)

    def _hear(self, message: dict[str, Any]) -> None:
        topic, ids = message["topic"], message["ids"]
        known = self._changed.get(topic, set())
        together = known | set(ids) if ids and known is not None else None
        self._changed[topic] = together if together is not None and len(together) <= MOST_IDS else None
        if self._pushing is None or self._pushing.done():
            self._pushing = self.loop.create_task(self._push())

    async def _push(self) -> None:
        while self._changed:
            changed, self._changed = self._changed, {}
            pages = list(self._pages)
            try:
                await self._push_to(pages, changed)
            except Exception:
                logger.warning("live update lost", exc_info=True)
            await asyncio.sleep(GATHER_S)

    async def _beat(self) -> None:
        while self._pages:
            await asyncio.sleep(HEARTBEAT_S)
            await asyncio.gather(*(self._tell(page, [HEARTBEAT]) for page in list(self._pages)))
            await self._stay()

    async def _stay(self) -> None:
        """Joins the group again: a channel layer forgets who joined a day ago."""
        if self._channel is None:
            return
        try:
            async with asyncio.timeout(TAKES_WITHIN_S):
                await channel_layer().group_add(LIVE, self._channel)
        except Exception:
            logger.warning("live updates not renewed", exc_info=True)

    async def _push_to(self, pages: Sequence[AsyncJsonWebsocketConsumer], changed: dict[str, set[str] | None]) -> None:
        allowed = await database_sync_to_async(_who_may_hear)([_who(page.scope) for page in pages])
        spread = len(pages) // PAGES_A_SECOND
        messages = [
            {"topic": topic, "ids": sorted(ids) if ids is not None else None, "spread": spread}
            for topic, ids in changed.items()
        ]
        await asyncio.gather(*(self._tell(page, messages if _who(page.scope) in allowed else None) for page in pages))

    async def _tell(self, page: AsyncJsonWebsocketConsumer, messages: Sequence[dict[str, Any]] | None) -> None:
        """Sends messages; None closes the page. Errors are ignored: the page refreshes when it reconnects."""
        try:
            async with asyncio.timeout(TAKES_WITHIN_S):
                for message in messages or ():
                    await page.send_json(message)
                if messages is None:
                    self.leave(page)
                    await page.close(code=UNAUTHORIZED)
        except Exception:
            self.leave(page)


def _done(future: asyncio.Future[None]) -> None:
    if not future.done():
        future.set_result(None)


Who = tuple[Any, str | None]


def _who(scope: Any) -> Who:
    """The keys of user and session, or None."""
    user, session = scope.get("user"), scope.get("session")
    signed_in = user is not None and user.is_authenticated
    return (user.pk if signed_in else None, session.session_key or "" if session is not None else None)


def _who_may_hear(pages: Sequence[Who]) -> set[Who]:
    """The active users with a role and a valid session. Two statements for any number of pages."""
    users = {user for user, _ in pages if user is not None}
    roles = [role.value for role in Role]
    people = get_user_model()._default_manager.filter(pk__in=users, is_active=True)
    viewers = set(people.filter(Q(is_superuser=True) | Q(groups__name__in=roles)).values_list("pk", flat=True))
    keys = {session for _, session in pages if session}
    sessions = set(Session.objects.filter(session_key__in=keys).values_list("session_key", flat=True))
    return {(user, session) for user, session in pages if user in viewers and (session is None or session in sessions)}


async def may_subscribe(scope: Any) -> bool:
    who = _who(scope)
    return who in await database_sync_to_async(_who_may_hear)([who])


_hubs: dict[int, LiveHub] = {}


def hub() -> LiveHub:
    """The hub of the running event loop."""
    loop = asyncio.get_running_loop()
    found = _hubs.get(id(loop))
    if found is None or found.loop is not loop:
        _hubs.clear()  # a loop that ended took its pages with it
        found = _hubs[id(loop)] = LiveHub(loop)
    return found


class UnknownPathConsumer(AsyncJsonWebsocketConsumer):
    """Closes sockets of unknown paths, for which the router would raise and log an error."""

    async def connect(self) -> None:
        await self.close(code=NOT_FOUND)


class LiveConsumer(AsyncJsonWebsocketConsumer):
    """Joins the hub of its process, which checks the permissions of all pages before each push, so that a user who
    signed out or lost the role gets no more messages."""

    async def connect(self) -> None:
        if not await may_subscribe(self.scope):
            await self.close(code=UNAUTHORIZED)
            return
        await self.accept()
        await hub().join(self)

    async def disconnect(self, _code: int) -> None:
        hub().leave(self)

    async def receive(self, *_said: Any, **_kwargs: Any) -> None:
        """Ignores messages from pages: decoding invalid JSON would end this consumer and leave it in the hub."""
