"""A stream whose decision takes its time says so now and then: what is between would close a silent answer."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.texts import CONTEXT
from validation.context_md.parser import parse
from validation.response.api import stream_events
from validation.response.api.stream_events import GrowingResponse
from validation.response.gate.sentences import SentenceChecks


async def no_delta() -> AsyncIterator[bytes]:
    for line in ():
        yield line


class Deciding:
    """Decides once a comment was sent, or never."""

    def __init__(self) -> None:
        self.decided, self.ended = asyncio.Event(), False

    async def __call__(self, _text: str) -> dict[str, Any]:
        try:
            await self.decided.wait()
        finally:
            self.ended = True
        return {"route": "APPROVE"}

    def stream(self) -> AsyncIterator[bytes]:
        checks = SentenceChecks(parse(CONTEXT))
        return stream_events.stream_events(GrowingResponse("Hello."), no_delta(), checks, self)


async def kinds_until_decided() -> list[str]:
    deciding, kinds = Deciding(), []
    async for part in deciding.stream():
        kinds.append(part.decode().partition("\n")[0].partition(" ")[0])
        if kinds[-1] == ":":
            deciding.decided.set()
    return kinds


async def ended_with_its_stream() -> bool:
    deciding = Deciding()
    stream: Any = deciding.stream()
    async for part in stream:
        if part.startswith(b":"):
            break
    await stream.aclose()
    return deciding.ended


def run(work: Any) -> Any:
    """On an event loop of its own: Playwright keeps one running in this thread."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(lambda: asyncio.run(asyncio.wait_for(work, 10))).result()


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream_events, "SILENCE_S", 0.01)


def test_a_comment_is_sent_while_the_decision_is_waited_for() -> None:
    kinds = run(kinds_until_decided())
    assert (kinds[-2:], kinds.count("event:") >= 1) == ([":", "event:"], True)


def test_nobody_waits_for_the_decision_of_a_stream_that_ended() -> None:
    assert run(ended_with_its_stream())
