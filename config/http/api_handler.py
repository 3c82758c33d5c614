"""A separate middleware chain for the API: four asynchronous middlewares instead of the site's thirteen. Those handle
sessions, users, forms and messages, which API calls do not have, and passing each request to threads and back took half
the time of a small call."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from asgiref.sync import markcoroutinefunction
from django.conf import settings
from django.core.handlers.asgi import ASGIHandler
from django.core.handlers.exception import convert_exception_to_response
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.security import SecurityMiddleware
from django.utils.module_loading import import_string

from config.http.body_limit import App, Message, Receive, Send
from validation.platform.http.streamed_body import SCOPE_KEY, StreamedBody

PREFIX = "/api/"
STREAMED = ("/api/v1/attempts/stream",)
"""Paths whose views read the body while it arrives."""
PAGES = ("/api/v1/docs",)
"""Paths under the prefix that people open in a browser."""

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "X-Frame-Options": "DENY",
}
GetResponse = Callable[[HttpRequest], Awaitable[HttpResponseBase]]


class ApiHandler(ASGIHandler):
    """Django's handler with the middlewares of API_MIDDLEWARE, all of them asynchronous."""

    def load_middleware(self, is_async: bool = True) -> None:  # noqa: ARG002 - Django passes it
        self._view_middleware: list[Any] = []
        self._template_response_middleware: list[Any] = []
        self._exception_middleware: list[Any] = []
        handler: Any = convert_exception_to_response(self._get_response_async)  # type: ignore[attr-defined]
        for path in reversed(settings.API_MIDDLEWARE):
            handler = convert_exception_to_response(import_string(path)(handler))
        self._middleware_chain = handler

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["path"] in STREAMED:
            body = StreamedBody(receive)
            scope, receive = {**scope, SCOPE_KEY: body}, body.receive
        await super().__call__(scope, receive, send)


class ApiFrameMiddleware:
    """Checks the host, redirects to https if configured, and sets the headers of every response. Needs no thread,
    because it does no I/O."""

    sync_capable = False
    async_capable = True

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response
        self._security = SecurityMiddleware(get_response)
        markcoroutinefunction(self)

    async def __call__(self, request: HttpRequest) -> HttpResponseBase:
        request.get_host()  # refuses what ALLOWED_HOSTS does not name
        response: Any = self._security.process_request(request)
        if response is None:
            response = await self.get_response(request)
        if not response.streaming and not response.has_header("Content-Length"):
            response.headers["Content-Length"] = str(len(response.content))
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        answer: HttpResponseBase = self._security.process_response(request, response)
        return answer


def split_api(site: App, api: App) -> App:
    """Routes API calls to `api`, everything else to `site`."""

    async def route(scope: Message, receive: Receive, send: Send) -> None:
        path = scope.get("path", "")
        is_api = path.startswith(PREFIX) and path not in PAGES
        await (api if is_api else site)(scope, receive, send)

    return route
