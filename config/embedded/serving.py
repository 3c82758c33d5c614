"""uvicorn on the main thread, with a call when it is up and a clean end on Ctrl-C and SIGTERM."""

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
"""Of the five seconds in which the process ends, for requests that wait."""
_ENDING = (signal.SIGINT, signal.SIGTERM)
AGAIN_S = 0.01
"""After which a signal that was dropped comes again."""


def listen(host: str, port: int) -> socket.socket:
    """A listening socket, or BadEnvironment. Taken before anything else starts, so that a busy port changes nothing."""
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
    """Where a browser on this machine finds the listener."""
    name = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)  # noqa: S104
    return f"http://{name}:{listener.getsockname()[1]}"


class Shutdown(KeyboardInterrupt):
    """SIGINT or SIGTERM. Not KeyboardInterrupt itself: once that went through an `exec` of text (every dataclass is
    made in one), Python ends the process by the signal even though it was caught."""


def end_on_signals() -> None:
    """SIGINT and SIGTERM raise Shutdown, so that what was begun is cleaned up; uvicorn, too, ends gracefully and
    then raises the signal again. What is raised while an object is finalized Python drops: then it comes again."""
    for number in _ENDING:
        signal.signal(number, _shut_down)
    signal.signal(signal.SIGALRM, lambda _number, _frame: signal.raise_signal(signal.SIGTERM))
    others, sys.unraisablehook = sys.unraisablehook, lambda dropped: _come_again(dropped) or others(dropped)


@contextmanager
def held_back() -> Iterator[None]:
    """A signal inside is raised at the end of the block. For imports: out of the middle of one it comes as an error of
    its own, pydantic's SchemaError or the RuntimeError of a class that names its attributes."""
    told: list[int] = []
    handlers = {number: signal.signal(number, lambda came, _: told.append(came)) for number in _ENDING}
    try:
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
    if told:
        raise Shutdown


def _shut_down(_number: int, _frame: object) -> NoReturn:
    raise Shutdown


def _come_again(dropped: sys.UnraisableHookArgs) -> bool:
    """A timer, since nothing can be raised here either."""
    if dropped.exc_type is Shutdown:
        signal.setitimer(signal.ITIMER_REAL, AGAIN_S)
    return dropped.exc_type is Shutdown


def serve(application: Any, listener: socket.socket, *, when_up: Callable[[], None]) -> None:
    """Serve until told to end: raises Shutdown after SIGINT or SIGTERM, when the open requests have
    had their time."""
    _Server(server_config(application), when_up).run(sockets=[listener])


def server_config(application: Any, *, http: Any = GuardedHttpProtocol, **more: Any) -> uvicorn.Config:
    """How uvicorn runs in one process. Proxy headers are read by `config.http.client_address`, for named proxies."""
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
