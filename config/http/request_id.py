"""X-Request-ID on every answer and every log line of the request; one line of access log.

A caller's own id is kept when it is plain, so that its logs and ours can be joined; anything else is replaced.
"""

from __future__ import annotations

import re
import time
import uuid
from collections.abc import Awaitable, Callable
from typing import cast

import structlog
from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.http import HttpRequest, HttpResponseBase

HEADER = "X-Request-ID"
PLAIN = re.compile(r"[A-Za-z0-9._:-]{1,128}")
log = structlog.get_logger("countersign.request")

Answer = HttpResponseBase | Awaitable[HttpResponseBase]


def request_id_of(sent: str | None) -> str:
    return sent if sent and PLAIN.fullmatch(sent) else uuid.uuid4().hex


class RequestIdMiddleware:
    async_capable = True
    sync_capable = True

    def __init__(self, get_response: Callable[[HttpRequest], Answer]) -> None:
        self.get_response = get_response
        self.is_async = iscoroutinefunction(get_response)
        if self.is_async:
            markcoroutinefunction(self)

    def __call__(self, request: HttpRequest) -> Answer:
        if self.is_async:
            return self._answer_later(request)
        began = self._begin(request)
        return self._finish(request, cast(HttpResponseBase, self.get_response(request)), began)

    async def _answer_later(self, request: HttpRequest) -> HttpResponseBase:
        began = self._begin(request)
        return self._finish(request, await cast(Awaitable[HttpResponseBase], self.get_response(request)), began)

    def _begin(self, request: HttpRequest) -> float:
        request.request_id = request_id_of(request.headers.get(HEADER))  # type: ignore[attr-defined]
        structlog.contextvars.clear_contextvars()
        structlog.contextvars.bind_contextvars(request_id=request.request_id)  # type: ignore[attr-defined]
        return time.perf_counter()

    def _finish(self, request: HttpRequest, response: HttpResponseBase, began: float) -> HttpResponseBase:
        response.headers[HEADER] = request.request_id  # type: ignore[attr-defined]
        log.info(
            "request",
            method=request.method,
            route=_route(request),
            status=response.status_code,
            ms=round((time.perf_counter() - began) * 1000, 1),
        )
        return response


def _route(request: HttpRequest) -> str:
    """The route's pattern, not the path: a sign-in link carries its secret in the path."""
    match = request.resolver_match
    return f"/{match.route}" if match else "unrouted"
