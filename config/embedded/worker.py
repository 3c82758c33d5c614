"""The Celery worker and beat of the embedded mode, as threads of the web process.

Uses WorkController instead of `celery.apps.worker.Worker`, which installs signal handlers: only the main thread may do
that, and uvicorn runs there. The scheduler keeps its state in memory, because what is due is in the database.
"""

from __future__ import annotations

import os
import threading
from typing import Any

from celery import Celery, beat
from celery.utils import timer2
from celery.worker import WorkController
from django.utils import timezone

from config.celery import QUEUES
from config.embedded import memory_broker
from config.workers import heartbeat, shutdown, watch
from config.workers.beat import SteadyScheduler
from validation.platform.tasks import enqueue_lost
from validation.platform.work import runs
from validation.platform.work.leased_work import KINDS, free_all

UP_WITHIN_S = 10.0
STOP_WITHIN_S = 1.0


class _Timer(timer2.Timer):
    """A timer that stops at once; Celery's sleeps for a second between checks, and `stop` would wait for that."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._ending = threading.Event()

    def _next_entry(self) -> None:
        if delay := super()._next_entry():  # type: ignore[misc]  # the stub lacks it
            self._ending.wait(delay)

    def stop(self) -> None:
        self._ending.set()
        super().stop()


class Worker:
    """A worker for all queues with `concurrency` threads. `start` returns when it is consuming."""

    def __init__(self, app: Celery, *, concurrency: int) -> None:
        self._up = threading.Event()
        self.stopped = True
        # Django's checks take half a second and belong to `make check`, not to every start.
        os.environ.setdefault("CELERY_SKIP_CHECKS", "1")
        self._controller = WorkController(
            app=app,
            pool_cls="threads",
            timer_cls=_Timer,
            concurrency=concurrency,
            queues=list(QUEUES),
            hostname="embedded@localhost",
            ready_callback=self._ready,
            without_mingle=True,
            without_gossip=True,
        )
        self.thread = threading.Thread(target=self._controller.start, name="worker", daemon=True)

    def start(self) -> None:
        runs.accept()
        self.thread.start()
        if not self._up.wait(UP_WITHIN_S):
            raise TimeoutError("the worker did not start")

    def stop(self) -> None:
        """Finishes judgings that are nearly done, releases the others and takes no more. `stopped`: all have ended."""
        watch.end()
        shutdown.end_runs()
        stopping = threading.Thread(target=self._controller.stop, name="stop-worker", daemon=True)
        stopping.start()
        memory_broker.end_waits()
        for thread in (stopping, self.thread):
            thread.join(STOP_WITHIN_S / 2)
        self.stopped = not (stopping.is_alive() or self.thread.is_alive())

    def _ready(self, _consumer: Any) -> None:
        heartbeat.begin(QUEUES)
        self._up.set()


class Clock:
    """The beat, which sends scheduled tasks. Sends the first heartbeat at once, so that the start is ready sooner, and
    prunes at once: a machine that is off at night would otherwise keep everything for good."""

    def __init__(self, app: Celery) -> None:
        self._app = app
        # The stub lacks the thread's own parts.
        self._service: Any = beat.EmbeddedService(app, thread=True, scheduler_cls=SteadyScheduler)

    def start(self) -> None:
        for name in ("heartbeat", "prune"):
            entry = self._app.conf.beat_schedule[name]
            self._app.send_task(entry["task"], **entry["options"])
        self._service.start()

    def stop(self) -> None:
        """Does not wait for the thread, which may sleep until its next tick and needs no cleanup."""
        self._service.service.stop(wait=False)


def enqueue_undecided() -> int:
    """Enqueues everything that an earlier process left undecided; returns how many. This process is the only worker, so
    all leases are void and no message is in flight."""
    for kind in KINDS.values():
        free_all(kind.model)
    return enqueue_lost(now=timezone.now(), fresh=True)
