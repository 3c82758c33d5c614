"""`Prefer: wait`: lets a call wait for its decision without holding a database connection."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from time import monotonic
from typing import Any
from uuid import UUID

from django.db import connections
from django.db.models import Manager
from django.http import HttpRequest, HttpResponse

from validation.domain.attempt import UNDECIDED
from validation.platform.live import channel_layer
from validation.platform.redis_errors import redis_errors

logger = logging.getLogger(__name__)

LONGEST = 60.0
LOOK_EVERY = 2.0
"""Seconds between polls of a waiting call, because live messages are best effort."""

_WAIT = re.compile(r'(?:^|[,;\s])wait ?= ?("?)(\d{1,6})\1(?:$|[,;\s])', re.IGNORECASE)
"""Its value may be quoted (RFC 7240, section 2)."""

Until = Callable[[Callable[[], Awaitable[bool]], float], Awaitable[None]]


def wanted_wait(request: HttpRequest) -> float:
    """Seconds that the caller is willing to wait, at most 60; 0 without the header."""
    match = _WAIT.search(request.headers.get("Prefer", ""))
    return min(float(match[2]), LONGEST) if match else 0.0


def say_applied(response: HttpResponse, seconds: float) -> None:
    """Names the preference that was applied (RFC 7240, section 3). Preferences that are unknown here are ignored, as
    section 2 has it, so this is how a caller sees whether its own was read."""
    if seconds:
        response["Preference-Applied"] = f"wait={seconds:.0f}"


@asynccontextmanager
async def listening(group: str) -> AsyncIterator[Until]:
    """Subscribes to `group`. The yielded `until(done, seconds)` calls `done` after each message and every LOOK_EVERY
    seconds, and returns once it is true or the time is up. Without a channel layer it only polls."""
    layer = channel_layer()
    channel = await layer.new_channel()
    with _layer_may_be_away(group):
        await layer.group_add(group, channel)

    async def until(done: Callable[[], Awaitable[bool]], seconds: float) -> None:
        end = monotonic() + seconds
        while (left := end - monotonic()) > 0:
            await hear(channel, min(left, LOOK_EVERY))
            if await done():
                return

    async def hear(channel: str, seconds: float) -> None:
        end = monotonic() + seconds
        with _layer_may_be_away(group), suppress(TimeoutError):
            await asyncio.wait_for(layer.receive(channel), seconds)
            return
        await asyncio.sleep(max(0.0, end - monotonic()))

    try:
        yield until
    finally:
        with _layer_may_be_away(group):
            await layer.group_discard(group, channel)


@contextmanager
def _layer_may_be_away(group: str) -> Iterator[None]:
    try:
        yield
    except redis_errors(OSError) as error:
        logger.warning("channel layer away, looking instead", extra={"group": group, "error": type(error).__name__})


async def wait_until(done: Callable[[], Awaitable[bool]], *, group: str, seconds: float) -> None:
    """Returns once `done` is true or the time is up. Subscribes before the first call of `done`, to miss no message."""
    async with listening(group) as until:
        if not await done():
            await until(done, seconds)


def is_decided(rows: Manager[Any], pk: UUID) -> bool:
    """Releases the database connection afterwards, because the call may go on waiting."""
    undecided = rows.filter(pk=pk, state__in=UNDECIDED).exists()
    release_connections()
    return not undecided


def release_connections() -> None:
    """Releases this thread's database connections, except inside a transaction, and except persistent ones
    (`CONN_MAX_AGE` None), which no other thread could use."""
    for connection in connections.all(initialized_only=True):
        if not connection.in_atomic_block and connection.settings_dict["CONN_MAX_AGE"] is not None:
            connection.close()
