"""Fixtures that run the real thing inside the test process: the site under uvicorn, the tasks under a Celery worker."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
import uvicorn

UP_WITHIN_S = 20.0


@dataclass(frozen=True, slots=True)
class Site:
    url: str

    def __str__(self) -> str:
        return self.url


class _ServerThread(threading.Thread):
    """uvicorn on a free port of 127.0.0.1; `url` is known once `start` has returned."""

    def __init__(self) -> None:
        super().__init__(name="asgi-server", daemon=True)
        from config.asgi import application

        self._server = uvicorn.Server(
            uvicorn.Config(application, host="127.0.0.1", port=0, log_config=None, lifespan="off", access_log=False)
        )
        self._up = threading.Event()

    def run(self) -> None:
        asyncio.run(self._serve())

    async def _serve(self) -> None:
        serving = asyncio.create_task(self._server.serve())
        while not self._server.started and not serving.done():
            await asyncio.sleep(0.005)
        self._up.set()
        await serving

    def wait_until_up(self) -> str:
        assert self._up.wait(UP_WITHIN_S), "uvicorn did not come up"
        port = self._server.servers[0].sockets[0].getsockname()[1]
        return f"http://127.0.0.1:{port}"

    def stop(self) -> None:
        self._server.should_exit = True
        self.join(UP_WITHIN_S)


@pytest.fixture
def asgi_server(transactional_db: None) -> Iterator[Site]:
    """The whole site over the test database, with WebSockets; rows must be committed, hence `transactional_db`."""
    thread = _ServerThread()
    thread.start()
    yield Site(thread.wait_until_up())
    thread.stop()


@pytest.fixture
def worker(transactional_db: None) -> Iterator[None]:
    """A real Celery worker of the embedded mode on the in-memory broker, without beat."""
    from config.celery import app
    from config.embedded import Worker

    running = Worker(app, concurrency=2)
    running.start()
    yield
    running.stop()
