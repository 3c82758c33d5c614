"""X-Request-ID on every answer and every log line of the request; one line of access log.

A caller's own id is kept when it is plain, so that its logs and ours can be joined; anything else is replaced.
"""

from __future__ import annotations

import re
import time
import uuid

import structlog
from django.http import HttpRequest, HttpResponseBase

from config.http.middleware import BothWaysMiddleware
from validation.platform import tracing

HEADER = "X-Request-ID"
PLAIN = re.compile(r"[A-Za-z0-9._:-]{1,128}")
log = structlog.get_logger("countersign.request")


def request_id_of(sent: str | None) -> str:
    return sent if sent and PLAIN.fullmatch(sent) else uuid.uuid4().hex


class RequestIdMiddleware(BothWaysMiddleware):
    def begin(self, request: HttpRequest) -> None:
        request.request_id = request_id_of(request.headers.get(HEADER))  # type: ignore[attr-defined]
        request.began = time.perf_counter()  # type: ignore[attr-defined]
        tracing.begin_request(request.headers.get(tracing.HEADER, ""))
        structlog.contextvars.clear_contextvars()
        structlog.contextvars.bind_contextvars(request_id=request.request_id)  # type: ignore[attr-defined]

    def finish(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        response.headers[HEADER] = request.request_id  # type: ignore[attr-defined]
        log.info(
            "request",
            method=request.method,
            route=_route(request),
            status=response.status_code,
            ms=round((time.perf_counter() - request.began) * 1000, 1),  # type: ignore[attr-defined]
        )
        return response


def _route(request: HttpRequest) -> str:
    """The route's pattern, not the path: a sign-in link carries its secret in the path."""
    match = request.resolver_match
    return f"/{match.route}" if match else "unrouted"
