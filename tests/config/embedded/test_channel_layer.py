"""Live updates between the worker's threads and the site's event loop."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from asgiref.sync import async_to_sync

from config.embedded.channel_layer import OneLoopChannelLayer

MESSAGE = {"type": "changed", "id": "7"}


def from_a_thread(layer: OneLoopChannelLayer) -> None:
    thread = threading.Thread(target=lambda: async_to_sync(layer.group_send)("live", MESSAGE))
    thread.start()
    thread.join()


async def received_after(publish: Callable[[OneLoopChannelLayer], Awaitable[None]]) -> dict[str, str]:
    """What a subscriber hears when `publish` has run."""
    layer = OneLoopChannelLayer()
    channel = await layer.new_channel()
    await layer.group_add("live", channel)
    await publish(layer)
    return await asyncio.wait_for(layer.receive(channel), 5)


def elsewhere(work: Callable[[], Any]) -> Any:
    """In a thread of its own: the browser's driver may have left an event loop running in this one."""
    with ThreadPoolExecutor(max_workers=1) as pool:
        return pool.submit(work).result()


def test_a_message_from_a_worker_thread_arrives() -> None:
    heard = elsewhere(lambda: asyncio.run(received_after(lambda layer: asyncio.to_thread(from_a_thread, layer))))
    assert heard == MESSAGE


def test_a_message_from_the_same_loop_arrives() -> None:
    heard = elsewhere(lambda: asyncio.run(received_after(lambda layer: layer.group_send("live", MESSAGE))))
    assert heard == MESSAGE


def test_nobody_listening_is_no_error() -> None:
    layer = OneLoopChannelLayer()
    elsewhere(lambda: async_to_sync(layer.group_send)("live", MESSAGE))
    assert layer.groups == {}


def test_the_subscriptions_of_a_loop_that_has_ended_are_dropped() -> None:
    layer = OneLoopChannelLayer()

    async def subscribe(channel: str) -> None:
        await layer.group_add("live", channel)

    for channel in ("old", "new"):
        elsewhere(partial(asyncio.run, subscribe(channel)))
    assert set(layer.groups["live"]) == {"new"}


def test_a_loop_that_stands_still_holds_up_no_sender() -> None:
    layer, loop = OneLoopChannelLayer(), asyncio.new_event_loop()
    elsewhere(lambda: loop.run_until_complete(layer.group_add("live", "page")))
    sent = elsewhere(lambda: asyncio.run(asyncio.wait_for(layer.group_send("live", MESSAGE), 5)))
    loop.close()
    assert sent is None
