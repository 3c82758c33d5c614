"""Live updates between the worker's threads and the site's event loop."""

from __future__ import annotations

import asyncio
import threading

import pytest
from asgiref.sync import async_to_sync

from config.channel_layer import OneLoopChannelLayer

MESSAGE = {"type": "changed", "id": "7"}


def from_a_thread(layer: OneLoopChannelLayer) -> None:
    thread = threading.Thread(target=lambda: async_to_sync(layer.group_send)("live", MESSAGE))
    thread.start()
    thread.join()


@pytest.mark.asyncio
async def test_a_message_from_a_worker_thread_arrives() -> None:
    layer = OneLoopChannelLayer()
    channel = await layer.new_channel()
    await layer.group_add("live", channel)
    waiting = asyncio.create_task(layer.receive(channel))
    await asyncio.to_thread(from_a_thread, layer)
    assert await asyncio.wait_for(waiting, 5) == MESSAGE


@pytest.mark.asyncio
async def test_a_message_from_the_same_loop_arrives() -> None:
    layer = OneLoopChannelLayer()
    channel = await layer.new_channel()
    await layer.group_add("live", channel)
    await layer.group_send("live", MESSAGE)
    assert await asyncio.wait_for(layer.receive(channel), 5) == MESSAGE


def test_nobody_listening_is_no_error() -> None:
    layer = OneLoopChannelLayer()
    async_to_sync(layer.group_send)("live", MESSAGE)
    assert layer.groups == {}


def test_the_subscriptions_of_a_loop_that_has_ended_are_dropped() -> None:
    layer = OneLoopChannelLayer()

    async def subscribe(channel: str) -> None:
        await layer.group_add("live", channel)

    asyncio.run(subscribe("old"))
    asyncio.run(subscribe("new"))
    assert set(layer.groups["live"]) == {"new"}
