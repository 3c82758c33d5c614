"""A waiting call whose channel layer goes away looks for itself instead of breaking."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from channels.layers import channel_layers
from channels_redis.core import RedisChannelLayer

from tests import servers
from validation.platform.http import waiting
from validation.platform.http.waiting import wait_until
from validation.platform.live import channel_layer

PATIENCE_S = 20.0


@pytest.fixture
def redis(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[servers.Server]:
    """The Redis of the channel layer, as in production; a call looks for itself every 20 ms."""
    server = servers.start_redis(tmp_path)
    monkeypatch.setattr(waiting, "LOOK_EVERY", 0.02)
    channel_layers.set("default", RedisChannelLayer(hosts=[server.url]))
    yield server
    channel_layers.backends.pop("default")  # the settings' own is made anew
    server.end()


def looks_until_decided(on: Callable[[int], object]) -> int:
    """How often a call had to look until it was told so; `on` is called at each look."""
    looks = 0

    async def done() -> bool:
        nonlocal looks
        looks += 1
        on(looks)
        return looks == 5

    def wait() -> None:
        asyncio.run(wait_until(done, group="wait.attempt.one", seconds=PATIENCE_S))

    # A thread of its own: browser tests before this one leave their event loop running in this one.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(wait).result()
    return looks


def test_it_looks_for_itself_when_redis_was_away_from_the_beginning(redis: servers.Server) -> None:
    redis.end()
    assert looks_until_decided(lambda _: None) == 5


def test_it_looks_for_itself_when_redis_goes_while_it_waits(redis: servers.Server) -> None:
    assert looks_until_decided(lambda look: redis.end() if look == 2 else None) == 5


def test_a_message_that_comes_before_the_decision_ends_no_wait() -> None:
    looks = 0

    async def done() -> bool:
        nonlocal looks
        looks += 1
        await channel_layer().group_send("wait.attempt.one", {"type": "changed"})
        return looks == 3

    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(wait_until(done, group="wait.attempt.one", seconds=PATIENCE_S))).result()
    assert looks == 3
