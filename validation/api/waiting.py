"""`Prefer: wait`: a call that waits for its decision without holding a database connection."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from time import monotonic

from channels.layers import get_channel_layer
from django.http import HttpRequest

LONGEST = 60.0
LOOK_EVERY = 2.0
"""Seconds between looks of a call that hears nothing, for live messages are best effort."""

_WAIT = re.compile(r"(?:^|[,;\s])wait=(\d{1,6})(?:$|[,;\s])")


def wanted_wait(request: HttpRequest) -> float:
    """Seconds that the caller is willing to wait, 0 for none, capped at 60."""
    match = _WAIT.search(request.headers.get("Prefer", ""))
    return min(float(match[1]), LONGEST) if match else 0.0


async def wait_until(done: Callable[[], Awaitable[bool]], *, group: str, seconds: float) -> None:
    """Returns when `done` says so or the time is up. `done` is asked after subscribing, so that nothing is missed."""
    layer = get_channel_layer()
    channel = await layer.new_channel()
    await layer.group_add(group, channel)
    end = monotonic() + seconds
    try:
        while not await done():
            left = end - monotonic()
            if left <= 0:
                return
            try:
                await asyncio.wait_for(layer.receive(channel), min(left, LOOK_EVERY))
            except TimeoutError:
                continue
    finally:
        await layer.group_discard(group, channel)
