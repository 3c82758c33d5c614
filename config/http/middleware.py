"""Our middlewares: request ids, problems under /api, streaming responses.

Unlike Django's MiddlewareMixin, which passes each asynchronous request to a thread and back, these run on the event
loop, so `begin` and `finish` must not block."""

from __future__ import annotations

import re
import time
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import cast

import structlog
from asgiref.sync import iscoroutinefunction, markcoroutinefunction, sync_to_async
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse

from validation.domain.codes.problems import ProblemCode
from validation.platform import tracing
from validation.platform.http.problems import answer, problem
from validation.platform.http.waiting import release_connections

Answer = HttpResponseBase | Awaitable[HttpResponseBase]
REQUEST_ID = "X-Request-ID"
PIECE = 64 * 1024
_PLAIN_ID = re.compile(r"[A-Za-z0-9._:-]{1,128}")
_PROBLEMS = {
    code.status: code
    for code in (
        ProblemCode.REQUEST_MALFORMED,
        ProblemCode.NOT_FOUND,
        ProblemCode.METHOD_NOT_ALLOWED,
        ProblemCode.BODY_TOO_LARGE,
    )
}
log = structlog.get_logger("countersign.request")


class SyncAsyncMiddleware:
    """Calls `begin` before the view and `finish` with the response, for sync and async requests."""

    async_capable = True
    sync_capable = True

    def __init__(self, get_response: Callable[[HttpRequest], Answer]) -> None:
        self.get_response = get_response
        self.is_async = iscoroutinefunction(get_response)
        if self.is_async:
            markcoroutinefunction(self)

    def __call__(self, request: HttpRequest) -> Answer:
        self.begin(request)
        answer = self.get_response(request)
        if self.is_async:
            return self._finish_later(request, cast(Awaitable[HttpResponseBase], answer))
        return self.finish(request, cast(HttpResponseBase, answer))

    async def _finish_later(self, request: HttpRequest, answer: Awaitable[HttpResponseBase]) -> HttpResponseBase:
        return self.finish(request, await answer)

    def begin(self, request: HttpRequest) -> None:
        """Does nothing by default."""

    def finish(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        raise NotImplementedError


class RequestIdMiddleware(SyncAsyncMiddleware):
    """Adds X-Request-ID to the response and to every log line of the request, and writes one access log line."""

    def begin(self, request: HttpRequest) -> None:
        request.request_id = request_id_of(request.headers.get(REQUEST_ID))  # type: ignore[attr-defined]
        request.began = time.perf_counter()  # type: ignore[attr-defined]
        tracing.begin_request(request.headers.get(tracing.HEADER, ""))
        structlog.contextvars.clear_contextvars()
        structlog.contextvars.bind_contextvars(request_id=request.request_id)  # type: ignore[attr-defined]

    def finish(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Logs the route pattern instead of the path, because the path of a sign-in link contains a secret."""
        response.headers[REQUEST_ID] = request.request_id  # type: ignore[attr-defined]
        log.info(
            "request",
            method=request.method,
            route=f"/{request.resolver_match.route}" if request.resolver_match else "unrouted",
            status=response.status_code,
            ms=round((time.perf_counter() - request.began) * 1000, 1),  # type: ignore[attr-defined]
        )
        return response


def request_id_of(sent: str | None) -> str:
    """The caller's id if it is well-formed, so that both logs can be joined; else a new one."""
    return sent if sent and _PLAIN_ID.fullmatch(sent) else uuid.uuid4().hex


class ApiProblemsMiddleware(SyncAsyncMiddleware):
    """Turns responses that Django generates itself under /api (404, 405, 413) into problems instead of HTML."""

    def finish(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        code = _PROBLEMS.get(response.status_code)
        if code is None or not request.path.startswith("/api/") or "json" in response.get("Content-Type", ""):
            return response
        kept = {"Allow": response["Allow"]} if response.has_header("Allow") else {}
        translated: HttpResponse = answer(problem(code), headers=kept)
        return translated


class StreamingMiddleware(SyncAsyncMiddleware):
    """Streams synchronous iterators. Under ASGI Django reads one to the end before it sends the first byte. Here it is
    read in chunks in the request's thread, so that an export of any size starts at once and uses little memory."""

    def finish(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:  # noqa: ARG002
        if self.is_async and isinstance(response, StreamingHttpResponse) and not response.is_async:
            response.streaming_content = _pieces(iter(response))
        return response


async def _pieces(parts: Iterator[bytes]) -> AsyncIterator[bytes]:
    gather = sync_to_async(_piece)
    while piece := await gather(parts):
        yield piece


def _piece(parts: Iterator[bytes]) -> bytes:
    """The next parts, up to PIECE bytes; empty at the end. Releases the database connection, because the reader may
    take any time until the next piece: nothing that is streamed keeps a cursor open (`paging.keyset.chunks`)."""
    gathered, size = [], 0
    try:
        for part in parts:
            gathered.append(part)
            size += len(part)
            if size >= PIECE:
                break
    finally:
        release_connections()
    return b"".join(gathered)
