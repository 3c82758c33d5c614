"""No HTML under /api: what Django answers by itself there (404, 405, 413) becomes a problem as every other error."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import cast

from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.http import HttpRequest, HttpResponse, HttpResponseBase

from validation.platform.http.problems import answer, problem

TOLD = {
    400: ("request_malformed", "The request cannot be read. Check its headers and body."),
    404: ("not_found", "There is nothing at this address. See /api/v1/docs."),
    405: ("method_not_allowed", "This address does not take this method. See /api/v1/docs."),
    413: ("body_too_large", "The body is over the limit. Send less a call, or ask the operator to raise the limit."),
}
Answer = HttpResponseBase | Awaitable[HttpResponseBase]


class ApiProblemsMiddleware:
    async_capable = True
    sync_capable = True

    def __init__(self, get_response: Callable[[HttpRequest], Answer]) -> None:
        self.get_response = get_response
        self.is_async = iscoroutinefunction(get_response)
        if self.is_async:
            markcoroutinefunction(self)

    def __call__(self, request: HttpRequest) -> Answer:
        if self.is_async:
            return self._later(request)
        return _translated(request, cast(HttpResponseBase, self.get_response(request)))

    async def _later(self, request: HttpRequest) -> HttpResponseBase:
        return _translated(request, await cast(Awaitable[HttpResponseBase], self.get_response(request)))


def _translated(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    told = TOLD.get(response.status_code)
    if told is None or not request.path.startswith("/api/") or "json" in response.get("Content-Type", ""):
        return response
    code, detail = told
    kept = {name: response[name] for name in ("Allow",) if response.has_header(name)}
    translated: HttpResponse = answer(problem(status=response.status_code, code=code, detail=detail), headers=kept)
    return translated
