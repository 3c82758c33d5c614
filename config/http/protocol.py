"""uvicorn's HTTP protocol with limits: on what surrounds a body, on the time a request may take to arrive, and on the
number of connections.

httptools keeps a header or a trailer of any length until it ends, and uvicorn waits for ever for the first request of a
connection and for the rest of a body. A client without a key could fill the memory or hold all connections.
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
"""Bytes of a request's line and headers: the limit of uvicorn's other implementation."""
OVERHEAD = 8
"""Bytes of framing for a byte of a chunked body; chunks of one byte take five."""


MOST_CONNECTIONS = min(4000, resource.getrlimit(resource.RLIMIT_NOFILE)[0] * 3 // 4)
"""Of one process, WebSockets included. Without file descriptors left, not even the database could be asked."""


class Stage(Enum):
    BETWEEN = auto()
    HEAD = auto()
    BODY = auto()


class GuardedHttpProtocol(HttpToolsProtocol):
    HEAD_WITHIN_S = 20.0
    """From the start of a connection, or the first byte of a later request, to the end of the headers."""
    BODY_IDLE_S = 120.0
    """Without a byte of a body that is not complete. Long, because a body can be written by an LLM."""
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
        """In pieces, because the parser keeps what it is fed before anything can be counted."""
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
            self._received = self._body  # where in the piece the message began is not known
        if self._received - self._body > HEAD_LIMIT + OVERHEAD * self._body:
            self._refuse(ProblemCode.HEADERS_TOO_LARGE)

    def _time_what_is_no_request_yet(self) -> None:
        """Empty lines between requests end uvicorn's own wait, and begin none of ours."""
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
        """Close a connection whose request does not arrive; what waits for an answer of ours is left alone."""
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
        """Closes the connection that has been silent longest of those that wait for a request, else for the rest of a
        body; where all wait for us, the new one is refused."""
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
