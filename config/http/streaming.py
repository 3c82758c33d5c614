"""Long answers leave piece by piece. Under ASGI Django reads a synchronous iterator to its end before it sends the
first byte; here it is read a piece at a time in the request's own thread, so that an export of any size needs the
memory of one piece, and the first line is there at once."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import cast

from asgiref.sync import iscoroutinefunction, markcoroutinefunction, sync_to_async
from django.http import HttpRequest, StreamingHttpResponse
from django.http.response import HttpResponseBase

PIECE = 64 * 1024
Answer = HttpResponseBase | Awaitable[HttpResponseBase]


class StreamingMiddleware:
    async_capable = True
    sync_capable = True

    def __init__(self, get_response: Callable[[HttpRequest], Answer]) -> None:
        self.get_response = get_response
        self.is_async = iscoroutinefunction(get_response)
        if self.is_async:
            markcoroutinefunction(self)

    def __call__(self, request: HttpRequest) -> Answer:
        return self._later(request) if self.is_async else self.get_response(request)

    async def _later(self, request: HttpRequest) -> HttpResponseBase:
        response = await cast(Awaitable[HttpResponseBase], self.get_response(request))
        if isinstance(response, StreamingHttpResponse) and not response.is_async:
            response.streaming_content = _pieces(iter(response))
        return response


async def _pieces(parts: Iterator[bytes]) -> AsyncIterator[bytes]:
    gather = sync_to_async(_piece)
    while piece := await gather(parts):
        yield piece


def _piece(parts: Iterator[bytes]) -> bytes:
    """The next parts, until they make a piece; empty at the end."""
    gathered, size = [], 0
    for part in parts:
        gathered.append(part)
        size += len(part)
        if size >= PIECE:
            break
    return b"".join(gathered)
