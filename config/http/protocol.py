"""uvicorn's HTTP protocol with limits on the size of headers, the time a request may take to arrive, and the number of
connections.

httptools buffers headers and trailers of any length, and uvicorn waits for ever for the first request of a connection
and for the rest of a body. Without limits a client without a key could exhaust memory or connections.
"""

from __future__ import annotations

import asyncio
import json
import resource
from asyncio.events import TimerHandle
from enum import Enum, auto
from typing import Any

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from validation.domain.codes.problems import ProblemCode
from validation.platform.http.problems import problem

HEAD_LIMIT = 64 * 1024
"""Bytes of request line and headers; the same limit as uvicorn's h11 implementation."""
OVERHEAD = 8
"""Bytes of framing allowed for each byte of a chunked body; chunks of one byte take five."""
MOST_CONNECTIONS = min(4000, resource.getrlimit(resource.RLIMIT_NOFILE)[0] * 3 // 4)
"""In one process, including WebSockets. The remaining file descriptors are for the database and others."""


class Stage(Enum):
    BETWEEN = auto()
    HEAD = auto()
    BODY = auto()


class GuardedHttpProtocol(HttpToolsProtocol):
    HEAD_WITHIN_S = 20.0
    """Limit from the start of a connection, or the first byte of a later request, to the end of the headers."""
    BODY_IDLE_S = 120.0
    """Longest pause within a body. Generous, because an LLM may be generating the body."""
    TICK_S = 1.0
    MOST_CONNECTIONS = MOST_CONNECTIONS

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._message = 0
        self._received = self._body = 0
        self._stage = Stage.BETWEEN
        self._head_since: float | None = None
        self._last_data = 0.0
        self._timer: TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._head_since = self._last_data = self.loop.time()
        self._timer = self.loop.call_later(self.TICK_S, self._tick)
        if len(self.connections) > self.MOST_CONNECTIONS:
            self._make_room()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Feeds the parser in pieces, so that the limits are checked before it has buffered too much."""
        self._last_data = self.loop.time()
        for start in range(0, len(data), HEAD_LIMIT):
            if self.transport.is_closing() or self.transport.get_protocol() is not self:
                return
            self._feed(data[start : start + HEAD_LIMIT])

    def _feed(self, piece: bytes) -> None:
        stage, message = self._stage, self._message
        super().data_received(piece)
        if message == self._message:
            self._received += len(piece)
            self._time_what_is_no_request_yet()
        elif stage is Stage.BETWEEN and message + 1 == self._message:
            self._received = len(piece)
        else:
            self._received = self._body  # the offset of the message within the piece is unknown
        if self._received - self._body > HEAD_LIMIT + OVERHEAD * self._body:
            self._refuse(ProblemCode.HEADERS_TOO_LARGE)

    def _time_what_is_no_request_yet(self) -> None:
        """Starts the timer on empty lines between requests, which stop uvicorn's timeout without starting a message."""
        if self._stage is Stage.BETWEEN and self._head_since is None and not self._is_answering:
            self._head_since = self._last_data

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._message += 1
        self._stage = Stage.HEAD
        self._received = self._body = 0
        self._head_since = self._last_data

    def on_headers_complete(self) -> None:
        self._stage = Stage.BODY
        self._head_since = None
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._body += len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._stage = Stage.BETWEEN
        super().on_message_complete()

    @property
    def _is_answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _tick(self) -> None:
        """Closes a connection whose request does not arrive in time, unless it waits for our response."""
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            return
        now = self.loop.time()
        head_is_late = self._head_since is not None and now - self._head_since > self.HEAD_WITHIN_S
        idle = self._stage is Stage.BODY and not self.flow.read_paused
        body_is_late = idle and now - self._last_data > self.BODY_IDLE_S
        if (head_is_late and not self._is_answering) or body_is_late:
            self.transport.close()
        else:
            self._timer = self.loop.call_later(self.TICK_S, self._tick)

    def _make_room(self) -> None:
        """Closes the idle connection that has been silent longest, else one that waits for the rest of a body. If all
        wait for our response, rejects the new one."""
        others = [one for one in self.connections if isinstance(one, GuardedHttpProtocol) and one is not self]
        silent = [one for one in others if one._stage is Stage.BODY or not one._is_answering]
        if silent:
            min(silent, key=lambda one: (one._stage is Stage.BODY, one._last_data)).transport.close()
        else:
            self._refuse(ProblemCode.CONNECTIONS_FULL)

    def _refuse(self, code: ProblemCode) -> None:
        body = json.dumps(problem(code)).encode()
        head = (
            f"content-type: application/problem+json\r\ncontent-length: {len(body)}\r\nconnection: close\r\n\r\n"
        ).encode()
        if not self._is_answering:
            self.transport.write(STATUS_LINE[code.status] + head + body)
        self.transport.close()
