"""A server that answers what it is told to, over real connections."""

from __future__ import annotations

import socket
import socketserver
from contextlib import suppress
from time import sleep


class Server(socketserver.ThreadingTCPServer):
    """Reads the beginning of a request, sends `answer`, `filler` again and again, and no more where there is none, and
    hears the client out."""

    daemon_threads = True
    answer = b""
    filler = b""
    asked = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"


class Handler(socketserver.BaseRequestHandler):
    server: Server

    def handle(self) -> None:
        self.request.recv(65536)
        self.server.asked += 1
        if self.server.answer:
            self.request.sendall(self.server.answer)
            with suppress(OSError):
                while self.server.filler:
                    self.request.sendall(self.server.filler)
                    sleep(0.001)
            self.request.shutdown(socket.SHUT_WR)
        while self.request.recv(65536):
            pass
