"""A real mail server and a real web server on this machine."""

from __future__ import annotations

import json
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.handlers import Message

from tests.notifications.certificates import make_certificate
from tests.servers import free_port


class Inbox(Message):
    """What the mail server took."""

    def __init__(self) -> None:
        super().__init__()
        self.mails: list[Any] = []

    def handle_message(self, message: Any) -> None:
        self.mails.append(message_from_bytes(message.as_bytes()))


@pytest.fixture
def inbox(settings: Any) -> Iterator[list[Any]]:
    handler = Inbox()
    server = Controller(handler, hostname="127.0.0.1", port=free_port())
    server.start()
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", server.port
    yield handler.mails
    server.stop()


Chat = tuple[str, list[Any]]
"""The address of a web server, and the bodies that it took."""


@contextmanager
def _receiving(secured_by: ssl.SSLContext | None = None) -> Iterator[Chat]:
    """It refuses what has `broken` in the path, and moves what has `moved` to its root."""
    bodies: list[Any] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            bodies.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(500 if "broken" in self.path else 307 if "moved" in self.path else 200)
            if "moved" in self.path:
                self.send_header("Location", "/")
            self.end_headers()
            self.wfile.write(b"ok")  # what Slack answers

        def log_message(self, *_: object) -> None:
            """Nothing to say."""

    server = HTTPServer(("127.0.0.1", 0), Handler)
    if secured_by:
        server.socket = secured_by.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"{'https' if secured_by else 'http'}://127.0.0.1:{server.server_port}", bodies
    server.shutdown()
    server.server_close()


@pytest.fixture
def chat(settings: Any) -> Iterator[Chat]:
    settings.COUNTERSIGN_WEBHOOK_ALLOW = ("127.0.0.1",)
    with _receiving() as received:
        yield received


@pytest.fixture
def secure_chat(settings: Any, tmp_path: Path, monkeypatch: Any) -> Iterator[Chat]:
    """The same by TLS, with a certificate that requests is told to trust."""
    settings.COUNTERSIGN_WEBHOOK_ALLOW = ("127.0.0.1",)
    certificate = make_certificate(tmp_path)
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", str(certificate))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    with _receiving(context) as received:
        yield received
