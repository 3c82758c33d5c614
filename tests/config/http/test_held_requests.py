"""What waits for a slow reader or a slow LLM, as many as have a turn at once: everybody else is answered meanwhile."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.db import connections

from config.databases import CONNECTIONS
from config.http.body_limit import Message
from config.http.request_threads import AT_WORK
from tests.api_client import ApiClient
from tests.query_analysis.gate.test_judge import PASS, Says
from tests.query_analysis.site.analyses import body
from tests.texts import submission
from validation.models import QueryAnalysisRecord
from validation.query_analysis import api as query_analysis_api

WITHIN_S = 4.0
"""Less than a request waits for a free connection."""

pytestmark = pytest.mark.django_db(transaction=True)


@dataclass
class Caller:
    """Calls the application on this event loop; `reads` is awaited before each part of an answer's body."""

    secret: str
    gone: asyncio.Event = field(default_factory=asyncio.Event)

    async def call(
        self, path: str, sent: Any = None, *, reads: Callable[[], Awaitable[Any]] | None = None
    ) -> int | None:
        """The status; None if the caller went away before."""
        from config.asgi import routes

        status, content = None, [json.dumps(sent).encode() if sent else b""]

        async def receive() -> Message:
            if content:
                return {"type": "http.request", "body": content.pop(), "more_body": False}
            await self.gone.wait()
            return {"type": "http.disconnect"}

        async def send(message: Message) -> None:
            nonlocal status
            status = message.get("status", status)
            if reads is not None and message.get("body"):
                await reads()

        await routes(self._scope(f"/api/v1{path}", "POST" if sent else "GET"), receive, send)
        return status

    def _scope(self, path: str, method: str) -> Message:
        named = {"host": "localhost", "authorization": f"Bearer {self.secret}", "content-type": "application/json"}
        return {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": b"",
            "root_path": "",
            "headers": [(name.encode(), value.encode()) for name, value in named.items()],
            "client": ("127.0.0.1", 1),
            "server": ("localhost", 80),
        }


def run(work: Awaitable[Any]) -> Any:
    """On an event loop of its own: Playwright keeps one running in this thread."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(lambda: asyncio.run(work)).result()  # type: ignore[arg-type]


async def beside_held_exports(secret: str) -> int | None:
    caller, held, release = Caller(secret), asyncio.Semaphore(0), asyncio.Event()

    async def reads() -> None:
        held.release()
        await release.wait()

    exports = [asyncio.create_task(caller.call("/export/attempts.jsonl", reads=reads)) for _ in range(CONNECTIONS)]
    for _ in exports:
        await held.acquire()
    try:
        return await asyncio.wait_for(caller.call("/attempts"), WITHIN_S)
    finally:
        release.set()
        await asyncio.gather(*exports)


@pytest.mark.postgres
def test_downloads_that_are_read_slowly_hold_no_connection(api: ApiClient) -> None:
    long = [submission(f"turn_{number}", metadata={"pad": "x" * 2000}) for number in range(50)]
    api.post("/attempts/batch", {"attempts": long})
    connections.close_all()  # this thread's is of the same pool
    assert run(beside_held_exports(api.secret)) == 200


class Blocked(Says):
    """An LLM that answers when it is released."""

    def __init__(self) -> None:
        super().__init__(PASS)
        self.begun, self.released = threading.Semaphore(0), threading.Event()

    def ask(self, ask: Any) -> Any:
        self.begun.release()
        assert self.released.wait(60)
        return super().ask(ask)


@pytest.fixture
def llm(monkeypatch: pytest.MonkeyPatch) -> Blocked:
    blocked = Blocked()
    monkeypatch.setattr(query_analysis_api, "configured_llm_client", lambda: blocked)
    return blocked


async def beside_held_analyses(secret: str, llm: Blocked) -> int | None:
    caller = Caller(secret)
    analyses = [asyncio.create_task(caller.call("/query-analyses", body())) for _ in range(AT_WORK)]
    for _ in analyses:
        await asyncio.to_thread(llm.begun.acquire)
    try:
        return await asyncio.wait_for(caller.call("/attempts"), WITHIN_S)
    finally:
        llm.released.set()
        await asyncio.gather(*analyses)


def test_analyses_that_wait_for_the_llm_have_no_turn(api: ApiClient, llm: Blocked) -> None:
    assert run(beside_held_analyses(api.secret, llm)) == 200


async def gone_while_the_llm_is_asked(secret: str, llm: Blocked) -> int | None:
    caller = Caller(secret)
    asking = asyncio.create_task(caller.call("/query-analyses", body()))
    await asyncio.to_thread(llm.begun.acquire)
    caller.gone.set()
    asyncio.get_running_loop().call_soon(llm.released.set)
    return await asking


def test_an_analysis_whose_caller_went_away_is_recorded(api: ApiClient, llm: Blocked) -> None:
    run(gone_while_the_llm_is_asked(api.secret, llm))
    assert QueryAnalysisRecord.objects.get().judge == "vllm"


async def gone_before_the_llm_is_asked(secret: str, llm: Blocked) -> None:
    first, last = Caller(secret), Caller(secret)
    begun = [asyncio.create_task(first.call("/query-analyses", body())) for _ in range(query_analysis_api.MOST_ASKED)]
    for _ in begun:
        await asyncio.to_thread(llm.begun.acquire)
    waiting = asyncio.create_task(last.call("/query-analyses", body()))
    while query_analysis_api._asking._work_queue.qsize() == 0:
        await asyncio.sleep(0)
    last.gone.set()
    await asyncio.wait([waiting])
    llm.released.set()
    await asyncio.gather(*begun)


def test_an_analysis_whose_caller_went_away_before_is_not_asked(api: ApiClient, llm: Blocked) -> None:
    run(gone_before_the_llm_is_asked(api.secret, llm))
    assert QueryAnalysisRecord.objects.count() == query_analysis_api.MOST_ASKED


async def ruled_beside_held_analyses(secret: str, llm: Blocked) -> int | None:
    caller = Caller(secret)
    asked = [asyncio.create_task(caller.call("/query-analyses", body())) for _ in range(query_analysis_api.MOST_ASKED)]
    for _ in asked:
        await asyncio.to_thread(llm.begun.acquire)
    try:
        return await asyncio.wait_for(caller.call("/query-analyses", {**body(), "analysis": {}}), WITHIN_S)
    finally:
        llm.released.set()
        await asyncio.gather(*asked)


def test_an_analysis_that_the_rules_decide_waits_for_no_llm(api: ApiClient, llm: Blocked) -> None:
    assert run(ruled_beside_held_analyses(api.secret, llm)) == 200
