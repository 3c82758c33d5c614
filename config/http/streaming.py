"""Long answers leave piece by piece. Under ASGI Django reads a synchronous iterator to its end before it sends the
first byte; here it is read a piece at a time in the request's own thread, so that an export of any size needs the
memory of one piece, and the first line is there at once."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

from asgiref.sync import sync_to_async
from django.http import HttpRequest, StreamingHttpResponse
from django.http.response import HttpResponseBase

from config.http.middleware import BothWaysMiddleware

PIECE = 64 * 1024


class StreamingMiddleware(BothWaysMiddleware):
    def finish(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:  # noqa: ARG002
        if self.is_async and isinstance(response, StreamingHttpResponse) and not response.is_async:
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
