"""Sends one signed webhook request (Standard Webhooks: id, timestamp, HMAC-SHA256)."""

from __future__ import annotations

import socket
import ssl
import time
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import httpcore
import httpx
from standardwebhooks import Webhook

from validation.platform.events.targets import TargetRefused, resolve

TIMEOUT = httpx.Timeout(10.0, connect=5.0)
WITHIN_S = 15.0
"""Limit of the whole exchange; `TIMEOUT` limits each step of it."""
GONE = (410,)
CHUNK = 65_536
_FAILURES = (
    httpcore.TimeoutException,
    httpcore.NetworkError,
    httpcore.ProtocolError,
    httpcore.UnsupportedProtocol,
)


@dataclass(frozen=True, slots=True)
class Outcome:
    """`status` is None if no response arrived. A `permanent` failure is not worth a retry."""

    delivered: bool
    status: int | None
    error: str
    permanent: bool


def send(*, url: str, secret: str, message_id: str, body: bytes, now: datetime) -> Outcome:
    """Signs the body and posts it once, without following redirects."""
    headers = {
        "content-type": "application/json",
        "user-agent": "countersign",
        "webhook-id": message_id,
        "webhook-timestamp": str(int(now.timestamp())),
        "webhook-signature": Webhook(secret).sign(msg_id=message_id, timestamp=now, data=body.decode()),
    }
    return post(url, headers, body)


def post(url: str, headers: dict[str, str], body: bytes) -> Outcome:
    """Posts the body unsigned. Refuses addresses that must not be called, and limits the time of the exchange."""
    try:
        address, host = resolve(url)
        request = _pinned(url, address, host, headers, body)
        status = status_of(request, timeout=TIMEOUT, within_s=WITHIN_S)
    except TargetRefused as refusal:
        return Outcome(False, None, str(refusal), permanent=True)
    except httpx.InvalidURL as error:
        return Outcome(False, None, f"This url cannot be called: {error}", permanent=True)
    except socket.gaierror:
        return Outcome(False, None, f"No such host: {urlsplit(url).hostname}. Check the address.", permanent=False)
    except (OSError, httpx.HTTPError) as error:
        return Outcome(False, None, f"{type(error).__name__}: {error}", permanent=False)
    if httpx.codes.is_success(status):
        return Outcome(True, status, "", permanent=False)
    return Outcome(False, status, f"answered {status}", status in GONE)


def _pinned(url: str, address: str, host: str, headers: dict[str, str], body: bytes) -> httpx.Request:
    """A request to the checked IP address, with the host name in the Host header and in TLS."""
    split = urlsplit(url)
    port = f":{split.port}" if split.port else ""
    target = urlunsplit((split.scheme, _bracketed(address) + port, split.path or "/", split.query, ""))
    named = {**headers, "host": _bracketed(host) + port}
    return httpx.Request("POST", target, headers=named, content=body, extensions={"sni_hostname": host})


def _bracketed(host: str) -> str:
    """As an address of version 6 is written before a port."""
    return f"[{host}]" if ":" in host else host


def _left(until: float, timeout: float | None, error: type[Exception]) -> float:
    left = until - time.monotonic()
    if left <= 0:
        raise error("the target took too long as a whole")
    return left if timeout is None else min(left, timeout)


class DeadlineBackend(httpcore.SyncBackend):
    """Connections on which every operation ends `seconds` after the backend was created. Ordinary client timeouts
    apply to a single read, so a target that sends a byte now and then could hold its thread for ever."""

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
    """The status of the response; its body is not read. Raises httpx.TransportError, also after `within_s` seconds."""
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
        answer.close()  # an endless body would hold the worker
        return answer.status
