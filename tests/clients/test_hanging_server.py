"""The client against a server that takes a call and never answers, or never comes to a decision."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import monotonic
from typing import Any

import pytest
from countersign_client import (
    AsyncClient,
    Attempt,
    Client,
    ConnectionFailed,
    CountersignError,
    Draft,
    RetrievalUndecided,
    flows,
)

from tests.clients.odd_server import Server

KEY = "cs_test"
DRAFT = Draft(turn_id="t", messages=[{"role": "user", "content": "q"}], response_md="")
WITHIN_S = 10.0
JUDGING = b'HTTP/1.1 200 OK\r\nContent-Length: 31\r\nConnection: close\r\n\r\n{"id": "r", "state": "judging"} '
CALLS: dict[str, Callable[[Client], Any]] = {
    "decide": lambda client: client.decide(DRAFT, timeout=0.5),
    "wait for ruling": lambda client: client.wait_for_ruling("a", timeout=0.5),
    "guard": lambda client: client.guard(DRAFT, timeout=0.5),
    "retrieval": lambda client: client.retrieval("q", [{"id": "a", "text": "b"}], timeout=0.5),
    "query analysis": lambda client: client.query_analysis("q", {}, timeout=0.5),
    "preflight": lambda client: client.preflight("implement", timeout=0.5),
    "return": lambda client: client.validate_return("{}", expected_session_id="s", timeout=0.5),
    "stream": lambda client: list(client.stream(DRAFT, ["One."], timeout=0.5)),
}


@pytest.fixture(autouse=True)
def short_grace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flows, "GRACE_S", 0.2)


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_a_call_ends_when_its_time_is_over(server: Server, call: Callable[[Client], Any]) -> None:
    began = monotonic()
    with Client(server.url, KEY) as client, pytest.raises(ConnectionFailed):
        call(client)
    assert monotonic() - began < WITHIN_S


def test_an_awaited_stream_ends_when_its_time_is_over(server: Server) -> None:
    async def main() -> None:
        async with AsyncClient(server.url, KEY) as client:
            async for _ in client.stream(DRAFT, ["One."], timeout=0.5):
                pass

    began = monotonic()
    with pytest.raises(ConnectionFailed):
        asyncio.run(main())
    assert monotonic() - began < WITHIN_S


def test_a_stream_whose_server_only_keeps_it_open_ends_when_its_time_is_over(server: Server) -> None:
    server.answer = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
    server.filler = b"4\r\n: \n\n\r\n"
    began = monotonic()
    with Client(server.url, KEY) as client, pytest.raises(ConnectionFailed):
        list(client.stream(DRAFT, ["One."], timeout=0.5))
    assert monotonic() - began < WITHIN_S


def test_a_stream_that_ran_out_of_time_says_so(server: Server) -> None:
    with Client(server.url, KEY) as client, pytest.raises(ConnectionFailed, match="TimeoutError"):
        list(client.stream(DRAFT, ["One."], timeout=0.0))


async def awaited_stream(server: Server) -> list[Any]:
    async with AsyncClient(server.url, KEY) as client:
        return [event async for event in client.stream(DRAFT, [], timeout=9.0)]


def blocking_stream(server: Server) -> list[Any]:
    with Client(server.url, KEY) as client:
        return list(client.stream(DRAFT, [], timeout=9.0))


@pytest.mark.parametrize("stream", [blocking_stream, lambda server: asyncio.run(awaited_stream(server))])
def test_a_stream_that_ends_undecided_is_waited_for_in_what_is_left_of_its_time(
    server: Server, monkeypatch: pytest.MonkeyPatch, stream: Callable[[Server], list[Any]]
) -> None:
    left: list[float] = []

    def until_decided(attempt: Attempt, timeout: float) -> flows.Flow[Attempt]:
        left.append(timeout)
        return attempt
        yield

    monkeypatch.setattr(flows, "until_decided", until_decided)
    told = b'{"id": "a", "turn_id": "t", "attempt": 1, "state": "queued", "decision": null, "route": null}'
    body = b"event: decision\ndata: " + told + b"\n\n"
    server.answer = b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%b" % (len(body), body)
    assert [event.state for event in stream(server)] == ["queued"]
    assert 0 < left[0] < 9.0


@pytest.mark.parametrize("call", ["attempt", "context_md", "events"])
def test_a_call_without_a_time_of_its_own_ends_as_well(
    server: Server, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    monkeypatch.setattr(flows, "ANSWER_S", 0.1)
    calls = {
        "attempt": lambda client: client.attempt("a"),
        "context_md": lambda client: client.context_md("a"),
        "events": lambda client: list(client.events(follow=False)),
    }
    with Client(server.url, KEY) as client, pytest.raises(ConnectionFailed):
        calls[call](client)
    assert server.asked == 1 + flows.RETRIES


def test_a_retrieval_that_is_never_decided_is_told_with_its_state(server: Server) -> None:
    server.answer = JUDGING
    with Client(server.url, KEY) as client, pytest.raises(RetrievalUndecided) as told:
        client.retrieval("q", [{"id": "a", "text": "b"}], timeout=0.5)
    assert (told.value.retrieval.id, isinstance(told.value, CountersignError)) == ("r", True)
