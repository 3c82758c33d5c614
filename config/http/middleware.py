"""What a middleware of ours has in common. Django's MiddlewareMixin hands every request to a thread and back; this
stays on the event loop where it stands there, so its two steps must not wait."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import cast

from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.http import HttpRequest, HttpResponseBase

Answer = HttpResponseBase | Awaitable[HttpResponseBase]


class BothWaysMiddleware:
    """`begin` before the request goes on, `finish` with what was answered."""

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
        """Nothing, unless a middleware needs it."""

    def finish(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        raise NotImplementedError
