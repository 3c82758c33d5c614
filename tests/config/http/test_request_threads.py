"""Which thread runs the synchronous part of a request."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from asgiref.sync import sync_to_async

from config.http.body_limit import Message, Receive, Send
from config.http.request_threads import AT_WORK, RequestThreads


def request(path: str = "/", **more: Any) -> Message:
    return {"type": "http", "path": path, **more}


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
        await app(request(), nothing, nothing)


async def at_once(app: RequestThreads) -> None:
    together = asyncio.Barrier(3)
    await asyncio.gather(*(app(request(together=together), nothing, nothing) for _ in range(3)))


def test_a_request_finds_the_thread_of_the_one_before() -> None:
    assert len(set(run(one_after_the_other))) == 1


def test_requests_at_once_have_a_thread_each_and_keep_it() -> None:
    seen = run(at_once)
    assert [seen.count(thread) for thread in set(seen)] == [2, 2, 2]


def met(number: int, *, path: str = "/") -> bool:
    """Whether so many requests are at work at the same time, when there are enough."""
    meeting = threading.Barrier(number)

    def work() -> bool:
        try:
            meeting.wait(timeout=0.3)
        except threading.BrokenBarrierError:
            return False
        return True

    async def app(scope: Message, _receive: Receive, _send: Send) -> None:
        scope["met"].append(await sync_to_async(work)())

    async def together() -> list[bool]:
        threads, met = RequestThreads(app), list[bool]()
        await asyncio.gather(*(threads(request(met=met, path=path), nothing, nothing) for _ in range(number)))
        return met

    with ThreadPoolExecutor(1) as pool:
        return any(pool.submit(lambda: asyncio.run(together())).result())


def test_as_many_as_the_bound_are_at_work_at_once() -> None:
    assert met(AT_WORK)


def test_no_more_than_the_bound_are_at_work_at_once() -> None:
    assert not met(AT_WORK + 1)


def test_health_is_answered_beside_all_others() -> None:
    assert met(AT_WORK + 1, path="/readyz")
