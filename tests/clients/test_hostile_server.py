"""The client against a server that answers what no Countersign answers, over a real connection."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterator

import pytest
from countersign_client import (
    AsyncClient,
    Client,
    ConnectionFailed,
    CountersignError,
    Draft,
    InvalidRequest,
    Problem,
    Unavailable,
    UnexpectedAnswer,
    flows,
)

from tests.clients.odd_server import Server

KEY = "cs_test"
HTML = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n<h1>Sign in to the guest network</h1>"
CUT = b'HTTP/1.1 200 OK\r\nContent-Length: 400\r\nConnection: close\r\n\r\n{"id": "a'
NO_GZIP = b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\nConnection: close\r\n\r\n{}\n"
MOVED = b"HTTP/1.1 301 Moved\r\nLocation: https://desk.example/\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
BROKEN = b'HTTP/1.1 500 Oh\r\nContent-Length: 16\r\nConnection: close\r\n\r\n{"errors": null}'
TOO_LARGE = b'HTTP/1.1 413 No\r\nContent-Length: 26\r\nConnection: close\r\n\r\n{"code": "body_too_large"} '
NO_EVENT = b"HTTP/1.1 200 OK\r\nContent-Length: 19\r\nConnection: close\r\n\r\nevent sentence {}\n\n"
DRAFT = Draft(turn_id="t", messages=[{"role": "user", "content": "q"}], response_md="")


@pytest.mark.parametrize(
    ("answer", "raised", "told", "asked"),
    [
        (HTML, UnexpectedAnswer, "text/html", 1),
        (CUT, ConnectionFailed, "GET /attempts/a", 1 + flows.RETRIES),
        (NO_GZIP, ConnectionFailed, "GET /attempts/a", 1 + flows.RETRIES),
        (MOVED, Problem, "Moved to https://desk.example/", 1),
        (BROKEN, Unavailable, "500", 1),
    ],
    ids=["html", "cut", "no gzip", "moved", "broken"],
)
def test_whatever_is_answered_becomes_an_error_of_the_client(
    server: Server, answer: bytes, raised: type[CountersignError], told: str, asked: int
) -> None:
    server.answer = answer
    with Client(server.url, KEY) as client, pytest.raises(raised, match=told):
        client.attempt("a")
    assert server.asked == asked


def test_what_may_have_been_taken_is_sent_again_under_its_key(server: Server) -> None:
    server.answer = CUT
    with Client(server.url, KEY) as client, pytest.raises(ConnectionFailed):
        client.preflight("implement")
    assert server.asked == 1 + flows.RETRIES


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize(
    ("answer", "raised"), [(TOO_LARGE, InvalidRequest), (NO_EVENT, UnexpectedAnswer)], ids=["too large", "no event"]
)
def test_a_stream_that_is_refused_while_it_is_sent_says_why(
    server: Server, answer: bytes, raised: type[CountersignError]
) -> None:
    server.answer = answer
    pieces = ["x" * 65536] * 64

    async def main() -> None:
        async with AsyncClient(server.url, KEY) as client:
            async for _ in client.stream(DRAFT, pieces):
                pass

    with Client(server.url, KEY) as client, pytest.raises(raised):
        list(client.stream(DRAFT, pieces))
    with pytest.raises(raised):
        asyncio.run(main())
    gc.collect()  # anyio leaves a socket to the collector whose peer went while much was still to be sent


def test_an_error_of_the_model_stays_its_own(server: Server) -> None:
    def write() -> Iterator[str]:
        yield "One."
        raise ConnectionResetError("the model is away")

    with Client(server.url, KEY) as client, pytest.raises(ConnectionResetError):
        list(client.stream(DRAFT, write()))
