"""`POST /attempts/stream`: sends the response while receiving its checked sentences. httpx reads no response before the
request is complete, so a stream uses its own connection with h11, which httpx uses too."""

from __future__ import annotations

import asyncio
import json
import selectors
import socket
import uuid
from collections.abc import AsyncIterable, AsyncIterator, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from math import inf
from time import monotonic

import h11
import httpx

from countersign_client.errors import ConnectionFailed, UnexpectedAnswer, problem_of
from countersign_client.models import Attempt, Draft, Sentence

SILENCE_S = 120.0
"""The server sends something every 15 seconds while it waits for text, and decides within 60."""
CONNECT_S = 30.0
_PIECE = 65536
_LOOK_S = 0.5
"""How often an async stream checks its time limit, in seconds."""


class Exchange:
    """The protocol of one stream, without I/O. `receive` takes received bytes and yields results."""

    def __init__(self, http: httpx.Client | httpx.AsyncClient, draft: Draft) -> None:
        url = http.base_url
        self.host, self.is_tls = url.host, url.scheme == "https"
        self.port = url.port or (443 if self.is_tls else 80)
        self.is_done = False
        self.until = inf
        """Time limit for the decision, counted from the last delta."""
        self._connection = h11.Connection(h11.CLIENT)
        self._target = url.raw_path.rstrip(b"/") + b"/attempts/stream"
        self._headers = [
            ("host", url.netloc.decode()),
            ("authorization", http.headers["Authorization"]),
            ("content-type", "application/x-ndjson"),
            ("accept", "text/event-stream"),
            ("idempotency-key", str(uuid.uuid4())),
            ("transfer-encoding", "chunked"),
            ("connection", "close"),
        ]
        self._draft = draft
        self._response: h11.Response | None = None
        self._received = b""

    def left(self, timeout: float) -> float:
        """Seconds until the time limit, at most `timeout`."""
        return min(timeout, self.until - monotonic())

    def open(self) -> bytes:
        request = h11.Request(method="POST", target=self._target, headers=self._headers)
        return self._bytes(request) + self._line(self._draft.body())

    def delta(self, text: str) -> bytes:
        return self._line({"delta": text}) if text else b""

    def end(self) -> bytes:
        return self._bytes(h11.EndOfMessage())

    def receive(self, data: bytes) -> Iterator[Sentence | Attempt]:
        """`data` is empty if the connection was closed. Raises Problem, ConnectionFailed or UnexpectedAnswer."""
        try:
            self._connection.receive_data(data)
            while (event := self._connection.next_event()) not in (h11.NEED_DATA, h11.PAUSED):
                if isinstance(event, h11.Response):
                    self._response = event
                elif isinstance(event, h11.Data):
                    self._received += bytes(event.data)
                    yield from self._events()
                elif isinstance(event, h11.EndOfMessage):
                    self._finish()
                elif isinstance(event, h11.ConnectionClosed):
                    break
        except h11.RemoteProtocolError as error:
            raise ConnectionFailed(f"POST /attempts/stream: {error}") from error
        except (ValueError, KeyError) as error:
            raise UnexpectedAnswer("POST /attempts/stream: no event of Countersign. Check the address.") from error
        if not data and not self.is_done:
            raise ConnectionFailed("POST /attempts/stream: the connection ended before the decision.")

    def _events(self) -> Iterator[Sentence | Attempt]:
        if self._response is None or self._response.status_code != 200:
            return
        *whole, self._received = self._received.split(b"\n\n")
        for block in whole:
            fields = dict(line.split(b": ", 1) for line in block.split(b"\n") if not line.startswith(b":"))
            match fields.get(b"event"):
                case b"sentence":
                    yield Sentence.model_validate_json(fields[b"data"])
                case b"decision":
                    self.is_done = True
                    yield Attempt.model_validate_json(fields[b"data"])
                case b"error":
                    body = json.loads(fields[b"data"])
                    raise problem_of(httpx.Response(body["status"], json=body))

    def _finish(self) -> None:
        if self._response is not None and self._response.status_code != 200:
            headers = [(bytes(name), bytes(value)) for name, value in self._response.headers]
            raise problem_of(httpx.Response(self._response.status_code, headers=headers, content=self._received))

    def _line(self, value: object) -> bytes:
        return self._bytes(h11.Data(data=json.dumps(value).encode() + b"\n"))

    def _bytes(self, event: h11.Request | h11.Data | h11.EndOfMessage) -> bytes:
        return self._connection.send(event) or b""


def stream(exchange: Exchange, deltas: Iterable[str], timeout: float) -> Iterator[Sentence | Attempt]:
    """Reads between deltas, so that a finding arrives before the next delta is requested."""
    with closing(_connect(exchange)) as connection, selectors.DefaultSelector() as readable:
        readable.register(connection, selectors.EVENT_READ)
        _send(connection, exchange.open())
        for delta in deltas:
            _send(connection, exchange.delta(delta))
            while readable.select(0):
                yield from exchange.receive(_receive(connection))
        _send(connection, exchange.end())
        exchange.until = monotonic() + timeout
        while not exchange.is_done:
            yield from exchange.receive(_receive(connection, until=exchange.until))


@contextmanager
def _failures() -> Iterator[None]:
    """Wraps errors of the connection only, not those of the caller's deltas."""
    try:
        yield
    except OSError as error:
        raise ConnectionFailed(f"POST /attempts/stream: {str(error) or type(error).__name__}") from error


def _connect(exchange: Exchange) -> socket.socket:
    with _failures():
        plain = socket.create_connection((exchange.host, exchange.port), timeout=CONNECT_S)
        plain.settimeout(SILENCE_S)
        if not exchange.is_tls:
            return plain
        return httpx.create_ssl_context().wrap_socket(plain, server_hostname=exchange.host)


def _send(connection: socket.socket, data: bytes) -> None:
    with _failures():
        connection.sendall(data)


def _receive(connection: socket.socket, *, until: float = inf) -> bytes:
    left = min(SILENCE_S, until - monotonic())
    with _failures():
        if left <= 0:
            raise TimeoutError
        connection.settimeout(left)
        return connection.recv(_PIECE)


async def stream_async(
    exchange: Exchange, deltas: AsyncIterable[str] | Iterable[str], timeout: float
) -> AsyncIterator[Sentence | Attempt]:
    """Sends and receives concurrently."""
    tls = httpx.create_ssl_context() if exchange.is_tls else None
    with _failures():
        opening = asyncio.open_connection(exchange.host, exchange.port, ssl=tls)
        reader, writer = await asyncio.wait_for(opening, CONNECT_S)
    sending = asyncio.create_task(_send_all(writer, exchange, deltas, timeout))
    try:
        while not exchange.is_done:
            with _failures():
                data = await _read(reader, exchange)
            if not data and sending.done():
                sending.result()  # raises an exception of the deltas
            for event in exchange.receive(data):
                yield event
    finally:
        sending.cancel()
        writer.close()


async def _read(reader: asyncio.StreamReader, exchange: Exchange) -> bytes:
    """Raises TimeoutError after `SILENCE_S`, or at the exchange's time limit."""
    silent_until = monotonic() + SILENCE_S
    while monotonic() < min(silent_until, exchange.until):
        with suppress(TimeoutError):
            return await asyncio.wait_for(reader.read(_PIECE), _LOOK_S)
    raise TimeoutError


async def _send_all(
    writer: asyncio.StreamWriter, exchange: Exchange, deltas: AsyncIterable[str] | Iterable[str], timeout: float
) -> None:
    try:
        writer.write(exchange.open())
        async for delta in _awaited(deltas):
            writer.write(exchange.delta(delta))
            with suppress(ConnectionError):  # reported by the reader
                await writer.drain()
        writer.write(exchange.end())
        exchange.until = monotonic() + timeout
    except BaseException:
        writer.close()
        raise


async def _awaited(deltas: AsyncIterable[str] | Iterable[str]) -> AsyncIterator[str]:
    if isinstance(deltas, AsyncIterable):
        async for delta in deltas:
            yield delta
    else:
        for delta in deltas:
            yield delta
            await asyncio.sleep(0)  # lets the reader run
