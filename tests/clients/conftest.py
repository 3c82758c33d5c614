"""A live instance with a worker, and a client that holds a key of it."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from countersign_client import Client, flows
from django.utils import timezone

from tests.clients.odd_server import Handler, Server
from tests.live import Site
from validation.platform.keys import create_api_key

EXAMPLES = Path(__file__).resolve().parent.parent.parent / "clients" / "python" / "examples"
sys.path.insert(0, str(EXAMPLES))


@pytest.fixture
def key(transactional_db: None) -> str:
    scopes = ["ingest", "read", "review"]
    return create_api_key(name="test", pipeline="shop", scopes=scopes, by="test", now=timezone.now())[1]


@pytest.fixture
def client(asgi_server: Site, worker: None, key: str) -> Iterator[Client]:
    with Client(asgi_server.url, key) as client:
        yield client


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setattr(flows, "pause_after", lambda _: 0.0)
    with Server(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        yield server
        server.shutdown()
