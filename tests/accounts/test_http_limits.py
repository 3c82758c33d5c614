"""What a client without a key can send: headers and trailers have a limit, and a request must arrive."""

from __future__ import annotations

import asyncio
import re
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
import uvicorn.importer

from config.embedded import serving
from config.http.protocol import HEAD_LIMIT, GuardedHttpProtocol
from tests.live import Site, serving_site

ENTRYPOINT = Path(__file__).resolve().parents[2] / "docker" / "entrypoint.sh"
LATE_S = 0.3
HANGS_AFTER_S = 15.0
"""Before the limits of the product itself would close a connection."""
MEGABYTE = 1024 * 1024


class Impatient(GuardedHttpProtocol):
    """The same with waits that a test can sit out."""

    HEAD_WITHIN_S = BODY_IDLE_S = LATE_S
    TICK_S = 0.05


class Crowded(GuardedHttpProtocol):
    """With room for few."""

    MOST_CONNECTIONS = 3


async def echo(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Answers the length of the body, after the seconds that the path says."""
    length, more = 0, True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        length, more = length + len(message["body"]), message["more_body"]
    await asyncio.sleep(float(scope["path"].strip("/") or 0))
    body = str(length).encode()
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % len(body))]})
    await send({"type": "http.response.body", "body": body})


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with serving_site(echo) as running:
        yield running


@pytest.fixture(scope="module")
def impatient() -> Iterator[Site]:
    with serving_site(echo, http=Impatient) as running:
        yield running


def connect(site: Site) -> socket.socket:
    return socket.create_connection(("127.0.0.1", urlsplit(site.url).port or 0), timeout=20)


def send_until_closed(site: Site, head: bytes, piece: bytes, most: int) -> int:
    """Sends `head`, then `piece` again and again; the bytes the other side took."""
    with connect(site) as connection:
        connection.sendall(head)
        taken = 0
        with suppress(OSError):
            while taken < most:
                taken += connection.send(piece)
        return taken


ENDLESS = {
    "one header": (b"GET / HTTP/1.1\r\nHost: a\r\nX-Long: ", b"x" * 65536),
    "many headers": (b"GET / HTTP/1.1\r\nHost: a\r\n", b"X-One: x\r\n" * 6000),
    "an address": (b"GET /", b"x" * 65536),
    "trailers": (b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX-Long: ", b"x" * 65536),
}


@pytest.mark.parametrize(("head", "piece"), ENDLESS.values(), ids=ENDLESS.keys())
def test_what_never_ends_is_cut_off(site: Site, head: bytes, piece: bytes) -> None:
    taken = send_until_closed(site, head, piece, 150 * MEGABYTE)
    assert taken < 20 * MEGABYTE  # what the two ends of a socket buffer


def test_headers_over_the_limit_are_a_problem(site: Site) -> None:
    with connect(site) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: a\r\nX-Long: " + b"x" * (HEAD_LIMIT - 20))
        connection.sendall(b"xxxxxxxxxxxxxxx")
        answer = connection.recv(65536)
    assert answer.startswith(b"HTTP/1.1 431 ")
    assert b"application/problem+json" in answer


def test_headers_under_the_limit_are_taken(site: Site) -> None:
    assert httpx.get(site.url, headers={"X-Long": "x" * (HEAD_LIMIT - 1000)}).status_code == 200


@pytest.mark.parametrize("size", [0, 1, HEAD_LIMIT, 5 * MEGABYTE + 1])
def test_a_body_arrives_whole(site: Site, size: int) -> None:
    assert httpx.post(site.url, content=b"x" * size).text == str(size)


def test_a_body_in_chunks_of_one_byte_arrives_whole(site: Site) -> None:
    assert httpx.post(site.url, content=(b"x" for _ in range(30_000))).text == "30000"


def test_requests_sent_all_at_once_are_all_answered(site: Site) -> None:
    with connect(site) as connection:
        connection.sendall(b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n" + b"x" * 1000)
        connection.sendall(b"GET / HTTP/1.1\r\nHost: a\r\nX-Long: " + b"x" * 1000 + b"\r\n\r\n" + LAST)
        assert received(connection).count(b"HTTP/1.1 200 ") == 3


def test_two_hundred_requests_in_one_packet_are_all_answered(site: Site) -> None:
    with connect(site) as connection:
        connection.sendall((b"GET / HTTP/1.1\r\nHost: a\r\nX-Long: " + b"x" * 1000 + b"\r\n\r\n") * 200 + LAST)
        assert received(connection).count(b"HTTP/1.1 200 ") == 201


LAST = b"GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"


def received(connection: socket.socket) -> bytes:
    whole = b""
    while piece := connection.recv(65536):
        whole += piece
    return whole


DRIPPED = {
    "nothing": (b"", b""),
    "empty lines": (b"", b"\r\n"),
    "a header": (b"GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ", b"x"),
    "a second request": (b"GET / HTTP/1.1\r\nHost: a\r\n\r\n", b"G"),
}


@pytest.mark.parametrize(("head", "drop"), DRIPPED.values(), ids=DRIPPED.keys())
def test_a_request_that_does_not_arrive_is_not_waited_for(impatient: Site, head: bytes, drop: bytes) -> None:
    assert is_closed(impatient, head, drop)


def test_a_body_that_stops_arriving_is_not_waited_for(impatient: Site) -> None:
    assert is_closed(impatient, b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nx", b"")


def is_closed(site: Site, head: bytes, drop: bytes) -> bool:
    """Whether the other side closes the connection, while it is sent `drop` now and then."""
    hangs_at = time.monotonic() + HANGS_AFTER_S
    with connect(site) as connection:
        connection.settimeout(LATE_S / 6)
        try:
            connection.sendall(head)
            while time.monotonic() < hangs_at:
                connection.sendall(drop)
                try:
                    if not connection.recv(65536):
                        return True
                except TimeoutError:
                    continue
        except OSError:
            return True
    return False


def test_a_slow_answer_is_waited_for(impatient: Site) -> None:
    assert httpx.get(f"{impatient.url}/{LATE_S * 4}", timeout=20).status_code == 200


def test_a_body_that_keeps_arriving_is_waited_for(impatient: Site) -> None:
    def slowly() -> Iterator[bytes]:
        for _ in range(8):
            time.sleep(LATE_S / 3)  # the slowness is what is tested
            yield b"x"

    assert httpx.post(impatient.url, content=slowly(), timeout=20).text == "8"


@pytest.fixture(scope="module")
def crowded() -> Iterator[Site]:
    with serving_site(echo, http=Crowded) as running:
        yield running


def test_silent_connections_give_way_to_a_request(crowded: Site) -> None:
    with ExitStack() as held:
        silent = [held.enter_context(connect(crowded)) for _ in range(6)]
        silent[-1].sendall(b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nx")
        assert httpx.get(crowded.url).status_code == 200


def test_connections_that_wait_for_an_answer_keep_it_and_another_is_refused(crowded: Site) -> None:
    with ExitStack() as held:
        waiting = [held.enter_context(connect(crowded)) for _ in range(3)]
        for one in waiting:
            one.sendall(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            assert one.recv(65536).startswith(b"HTTP/1.1 200 ")
        for one in waiting:
            one.sendall(b"GET /2 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        with connect(crowded) as refused:
            assert b"connections_full" in received(refused)
            assert all(b"HTTP/1.1 200 " in received(one) for one in waiting)


def test_both_ways_to_run_use_it() -> None:
    named = re.search(r"--http (\S+)", ENTRYPOINT.read_text())
    assert named
    assert uvicorn.importer.import_from_string(named[1]) is GuardedHttpProtocol
    assert serving.server_config(echo).http is GuardedHttpProtocol
