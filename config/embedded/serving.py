"""Runs uvicorn on the main thread, with a callback when it is up and a clean shutdown on Ctrl-C and SIGTERM."""

from __future__ import annotations

import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

import uvicorn

from config.env import BadEnvironment
from config.http.protocol import GuardedHttpProtocol

GRACE_S = 1
"""Time for open requests at shutdown; the whole process has five seconds."""
_ENDING = (signal.SIGINT, signal.SIGTERM)
AGAIN_S = 0.01
"""Delay after which a lost signal is raised again."""


def listen(host: str, port: int) -> socket.socket:
    """A listening socket. Opened before anything else starts, so that a busy port (BadEnvironment) changes nothing."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(2048)
    except (OSError, OverflowError) as error:
        listener.close()
        reason = getattr(error, "strerror", None) or "no such port"
        raise BadEnvironment(f"cannot listen on {host}:{port} ({reason}); set another PORT.") from None
    return listener


def base_url(host: str, listener: socket.socket) -> str:
    """The URL for a browser on this machine."""
    name = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)  # noqa: S104
    return f"http://{name}:{listener.getsockname()[1]}"


class Shutdown(KeyboardInterrupt):
    """Raised on SIGINT and SIGTERM. A subclass of KeyboardInterrupt: if KeyboardInterrupt itself passes through an
    `exec` of source text, as in creating a dataclass, Python kills the process by the signal even if it is caught."""


def end_on_signals() -> None:
    """Makes SIGINT and SIGTERM raise Shutdown, so that cleanup code runs. (uvicorn shuts down gracefully and raises the
    signal again.) Python drops an exception raised while an object is finalized; then the signal is repeated."""
    for number in _ENDING:
        signal.signal(number, _shut_down)
    signal.signal(signal.SIGALRM, lambda _number, _frame: signal.raise_signal(signal.SIGTERM))
    others, sys.unraisablehook = sys.unraisablehook, lambda dropped: _come_again(dropped) or others(dropped)


@contextmanager
def held_back() -> Iterator[None]:
    """Delays signals to the end of the block. For imports, in the middle of which Shutdown could turn into another
    error, such as pydantic's SchemaError or a RuntimeError from `__set_name__`."""
    received: list[int] = []
    handlers = {number: signal.signal(number, lambda came, _: received.append(came)) for number in _ENDING}
    try:
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
    if received:
        raise Shutdown


def _shut_down(_number: int, _frame: object) -> NoReturn:
    raise Shutdown


def _come_again(dropped: sys.UnraisableHookArgs) -> bool:
    """Repeats a dropped Shutdown with a timer, because nothing can be raised here either."""
    if dropped.exc_type is Shutdown:
        signal.setitimer(signal.ITIMER_REAL, AGAIN_S)
    return dropped.exc_type is Shutdown


def serve(application: Any, listener: socket.socket, *, when_up: Callable[[], None]) -> None:
    """Serves until SIGINT or SIGTERM, then raises Shutdown after the grace period for open requests."""
    _Server(server_config(application), when_up).run(sockets=[listener])


def server_config(application: Any, *, http: Any = GuardedHttpProtocol, **more: Any) -> uvicorn.Config:
    """The configuration of uvicorn. `config.http.client_address` handles proxy headers instead of uvicorn."""
    return uvicorn.Config(
        application,
        log_config=None,
        access_log=False,
        lifespan="off",
        timeout_graceful_shutdown=GRACE_S,
        ws="auto",
        proxy_headers=False,
        http=http,
        **more,
    )


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, when_up: Callable[[], None]) -> None:
        super().__init__(config)
        self._when_up = when_up

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._when_up()
