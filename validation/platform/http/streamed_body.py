"""Lets a view read a request's body while it arrives; Django otherwise reads the whole body before calling the view."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping
from typing import Any, Final

from django.core.exceptions import RequestAborted, RequestDataTooBig
from django.http import HttpRequest

Message = MutableMapping[str, Any]
SCOPE_KEY: Final = "countersign.body"
TOO_LARGE: Final = "countersign.too_large"
"""Set on the message that ends a body over the limit."""


class StreamedBody:
    """Sits between server and Django: the view reads the pieces, while Django sees an empty body and disconnects."""

    def __init__(self, receive: Callable[[], Awaitable[Message]]) -> None:
        self._receive = receive
        self._is_begun = False
        self._read = asyncio.Event()
        self._is_gone = False

    async def pieces(self) -> AsyncIterator[bytes]:
        """Raises RequestAborted if the client disconnects before the end, RequestDataTooBig over the limit."""
        more = True
        while more:
            message = await self._receive()
            if message["type"] == "http.disconnect":
                if message.get(TOO_LARGE):
                    raise RequestDataTooBig("The body is over the limit.")
                self._is_gone = True
                self._read.set()
                raise RequestAborted
            more = message.get("more_body", False)
            yield message.get("body", b"")
        self._read.set()

    async def receive(self) -> Message:
        """The messages for Django."""
        if not self._is_begun:
            self._is_begun = True
            return {"type": "http.request", "body": b"", "more_body": False}
        await self._read.wait()
        return {"type": "http.disconnect"} if self._is_gone else await self._receive()


async def body_lines(request: HttpRequest) -> AsyncIterator[bytes]:
    """The non-empty lines of the body, each as soon as it is complete."""
    kept = b""
    async for piece in _pieces(request):
        kept += piece
        if b"\n" in piece:
            *lines, kept = kept.split(b"\n")
            for line in lines:
                if line.strip():
                    yield line
    if kept.strip():
        yield kept


async def _pieces(request: HttpRequest) -> AsyncIterator[bytes]:
    body: StreamedBody | None = getattr(request, "scope", {}).get(SCOPE_KEY)
    if body is None:  # the server does not stream, so the body is complete
        yield request.body
        return
    async for piece in body.pieces():
        yield piece
