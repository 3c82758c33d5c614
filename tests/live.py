"""Fixtures that run the real thing inside the test process: the site under uvicorn, the tasks under a Celery worker."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pytest
import uvicorn

from validation.platform.live import Topic, publish

UP_WITHIN_S = 20.0


@dataclass(frozen=True, slots=True)
class Site:
    url: str

    def __str__(self) -> str:
        return self.url


class _ServerThread(threading.Thread):
    """uvicorn on a free port of 127.0.0.1 with the limits of the product; `wait_until_up` answers its url."""

    def __init__(self, application: Any, **options: Any) -> None:
        super().__init__(name="asgi-server", daemon=True)
        from config.embedded import serving

        self._server = uvicorn.Server(serving.server_config(application, host="127.0.0.1", port=0, **options))
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


@contextmanager
def serving_site(application: Any, **options: Any) -> Iterator[Site]:
    """An ASGI application under a real uvicorn for as long as the context is open. `options` are uvicorn's."""
    thread = _ServerThread(application, **options)
    thread.start()
    try:
        yield Site(thread.wait_until_up())
    finally:
        thread.stop()


def tell(topic: Topic, subject_id: object) -> None:
    """Publishes as a worker does. In a thread of its own, for Playwright keeps an event loop running in this one."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(publish, topic, str(subject_id)).result()


@pytest.fixture
def asgi_server(transactional_db: None) -> Iterator[Site]:
    """The whole site over the test database, with WebSockets; rows must be committed, hence `transactional_db`."""
    from config.asgi import application

    with serving_site(application) as site:
        yield site


@pytest.fixture
def worker(transactional_db: None) -> Iterator[None]:
    """A real Celery worker of the embedded mode on the in-memory broker, without beat."""
    from config.celery import app
    from config.embedded.worker import Worker
    from validation.platform.work import runs

    running = Worker(app, concurrency=2)
    running.start()
    yield
    running.stop()
    running.thread.join(UP_WITHIN_S)
    assert not running.thread.is_alive(), "the worker did not end; it would take the messages of the next tests"
    runs.accept()  # the process goes on
