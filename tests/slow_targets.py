"""Targets of deliveries that answer one byte of a header every tenth of a second and never come to the end."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager


class DrippingTargets:
    """`held` is how many connections wait for the end of an answer."""

    def __init__(self, number: int) -> None:
        self._listeners = [socket.create_server(("127.0.0.1", 0)) for _ in range(number)]
        self._ended = threading.Event()
        self._threads = [threading.Thread(target=self._answer, args=(one,), daemon=True) for one in self._listeners]
        self._lock = threading.Lock()
        self.held = 0
        for thread in self._threads:
            thread.start()

    @property
    def urls(self) -> list[str]:
        return [f"http://127.0.0.1:{one.getsockname()[1]}/hook" for one in self._listeners]

    def end(self) -> None:
        self._ended.set()
        for listener in self._listeners:
            with contextlib.suppress(OSError):
                listener.shutdown(socket.SHUT_RDWR)  # wakes the thread that accepts
            listener.close()
        for thread in self._threads:
            thread.join()

    def _answer(self, listener: socket.socket) -> None:
        while not self._ended.is_set():
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            self._count(1)
            with connection, contextlib.suppress(OSError):
                connection.sendall(b"HTTP/1.1 200 OK\r\nx-slow: ")
                while not self._ended.wait(0.1):
                    connection.sendall(b"a")
            self._count(-1)

    def _count(self, by: int) -> None:
        with self._lock:
            self.held += by


@contextmanager
def dripping_targets(number: int) -> Iterator[DrippingTargets]:
    targets = DrippingTargets(number)
    try:
        yield targets
    finally:
        targets.end()
