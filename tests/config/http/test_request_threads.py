"""Which thread runs the synchronous part of a request."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from asgiref.sync import sync_to_async

from config.http.body_limit import Message, Receive, Send
from config.http.request_threads import RequestThreads


def run(work: Callable[[RequestThreads], Any]) -> list[int]:
    """The threads that the requests of `work` ran on, in their order; on an event loop of its own."""
    seen: list[int] = []

    async def app(scope: Message, _receive: Receive, _send: Send) -> None:
        seen.append(await sync_to_async(threading.get_ident)())
        if "together" in scope:
            await scope["together"].wait()
        seen.append(await sync_to_async(threading.get_ident)())

    with ThreadPoolExecutor(1) as pool:
        pool.submit(lambda: asyncio.run(work(RequestThreads(app)))).result()
    return seen


async def nothing(*_: Any) -> Any:
    raise AssertionError("the application neither reads nor sends")


async def one_after_the_other(app: RequestThreads) -> None:
    for _ in range(3):
        await app({"type": "http"}, nothing, nothing)


async def at_once(app: RequestThreads) -> None:
    together = asyncio.Barrier(3)
    await asyncio.gather(*(app({"type": "http", "together": together}, nothing, nothing) for _ in range(3)))


def test_a_request_finds_the_thread_of_the_one_before() -> None:
    assert len(set(run(one_after_the_other))) == 1


def test_requests_at_once_have_a_thread_each_and_keep_it() -> None:
    seen = run(at_once)
    assert [seen.count(thread) for thread in set(seen)] == [2, 2, 2]
