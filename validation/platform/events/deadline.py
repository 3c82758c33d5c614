"""A total deadline for one HTTP exchange. The timeouts of HTTP clients are for one read: a target that drips a byte now
and then would hold its thread for ever."""

from __future__ import annotations

import ssl
import time
from collections.abc import Iterable
from typing import Any

import httpcore
import httpx

CHUNK = 65_536
_FAILURES = (
    httpcore.TimeoutException,
    httpcore.NetworkError,
    httpcore.ProtocolError,
    httpcore.UnsupportedProtocol,
)


def _left(until: float, timeout: float | None, error: type[Exception]) -> float:
    left = until - time.monotonic()
    if left <= 0:
        raise error("the target took too long as a whole")
    return left if timeout is None else min(left, timeout)


class DeadlineBackend(httpcore.SyncBackend):
    """Connections on which every step ends `seconds` after the backend was made."""

    def __init__(self, seconds: float) -> None:
        self._until = time.monotonic() + seconds

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.NetworkStream:
        left = _left(self._until, timeout, httpcore.ConnectTimeout)
        stream = super().connect_tcp(host, port, left, local_address, socket_options)
        return _DeadlineStream(stream, self._until)


class _DeadlineStream(httpcore.NetworkStream):
    def __init__(self, stream: httpcore.NetworkStream, until: float) -> None:
        self._stream, self._until = stream, until

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._stream.read(max_bytes, _left(self._until, timeout, httpcore.ReadTimeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        for at in range(0, len(buffer), CHUNK):
            self._stream.write(buffer[at : at + CHUNK], _left(self._until, timeout, httpcore.WriteTimeout))

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        left = _left(self._until, timeout, httpcore.ConnectTimeout)
        return _DeadlineStream(self._stream.start_tls(ssl_context, server_hostname, left), self._until)

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)


def status_of(request: httpx.Request, *, timeout: httpx.Timeout, within_s: float) -> int:
    """The status of the answer, whose body is not read. Raises httpx.TransportError, also when `within_s` are over."""
    pool = httpcore.ConnectionPool(ssl_context=httpx.create_ssl_context(), network_backend=DeadlineBackend(within_s))
    asked = httpcore.Request(
        method=request.method,
        url=httpcore.URL(
            scheme=request.url.raw_scheme,
            host=request.url.raw_host,
            port=request.url.port,
            target=request.url.raw_path,
        ),
        headers=request.headers.raw,
        content=request.content,
        extensions={**request.extensions, "timeout": timeout.as_dict()},
    )
    with pool:
        try:
            answer = pool.handle_request(asked)
        except _FAILURES as error:
            raise getattr(httpx, type(error).__name__, httpx.TransportError)(str(error)) from error
        answer.close()  # a body without end would hold a worker
        return answer.status
