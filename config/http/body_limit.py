"""Rejects bodies over the limit before Django reads them; its ASGI handler spools a body before any view runs."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any

from config.http.middleware import REQUEST_ID, request_id_of
from validation.domain.codes.problems import ProblemCode
from validation.platform.http.problems import problem
from validation.platform.http.streamed_body import TOO_LARGE

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Message, Receive, Send], Awaitable[None]]


class _Counted:
    """A `receive` that counts bytes. Over the limit it reports a disconnect, so that Django drops what it spooled."""

    def __init__(self, receive: Receive, limit: int) -> None:
        self._receive = receive
        self._left = limit

    @property
    def is_over(self) -> bool:
        return self._left < 0

    async def __call__(self) -> Message:
        message = await self._receive()
        self._left -= len(message.get("body", b""))
        return {"type": "http.disconnect", TOO_LARGE: True} if self.is_over else message


class BodyLimit:
    """ASGI application that answers 413 for a body over `limit` bytes and passes everything else on."""

    def __init__(self, app: App, *, limit: int) -> None:
        self.app = app
        self.limit = limit

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        if _declared_length(scope["headers"]) > self.limit:
            return await self._refuse(scope, send)
        counted, begun = _Counted(receive, self.limit), False

        async def answer(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        await self.app(scope, counted, answer)
        if counted.is_over and not begun:
            await self._refuse(scope, send)
        return None

    async def _refuse(self, scope: Message, send: Send) -> None:
        headers = dict(scope["headers"])
        request_id = request_id_of(headers.get(REQUEST_ID.lower().encode(), b"").decode("latin-1"))
        await send(
            {
                "type": "http.response.start",
                "status": 413,
                "headers": [
                    (b"content-type", b"application/problem+json"),
                    (b"connection", b"close"),
                    (REQUEST_ID.lower().encode(), request_id.encode()),
                ],
            }
        )
        body = problem(ProblemCode.BODY_TOO_LARGE, "limit", limit=self.limit // (1024 * 1024))
        await send({"type": "http.response.body", "body": json.dumps(body).encode()})


def _declared_length(headers: Iterable[tuple[bytes, bytes]]) -> int:
    value = dict(headers).get(b"content-length", b"0")
    return int(value) if value.isdigit() and len(value) < 19 else 0
