"""A server that answers what it is told to, over real connections."""

from __future__ import annotations

import socket
import socketserver


class Server(socketserver.ThreadingTCPServer):
    """Reads the beginning of a request, sends `answer` and no more after it, and hears the client out."""

    daemon_threads = True
    answer = b""
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
            self.request.shutdown(socket.SHUT_WR)
        while self.request.recv(65536):
            pass
