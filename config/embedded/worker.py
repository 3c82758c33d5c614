"""The Celery worker and its beat as threads of the web process: what the embedded mode runs beside uvicorn.

`celery.apps.worker.Worker` installs signal handlers, which only the main thread may do, and uvicorn lives there; so the
bare WorkController is used. The in-memory scheduler keeps no file: what is due is in the database anyway.
"""

from __future__ import annotations

import os
import threading
from typing import Any

from celery import Celery, beat
from celery.utils import timer2
from celery.worker import WorkController
from django.conf import settings
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
    """Celery's own sleeps a second between two looks at what is due, and `stop` would wait for the rest of it."""

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
    """A worker for all queues with a pool of `concurrency` threads. `start` returns when it consumes."""

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
        """Finish what is nearly done, give back what is not, take no more. `stopped` says whether all of it ended."""
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
    """The beat: sends the scheduled tasks. The first heartbeat goes out at once: a start is soon ready. So does pruning
    where there is any to do: a machine that is off at night would keep everything for good."""

    def __init__(self, app: Celery) -> None:
        self._app = app
        # The stub lacks the thread's own parts.
        self._service: Any = beat.EmbeddedService(app, thread=True, scheduler_cls=SteadyScheduler)

    def start(self) -> None:
        for name in ("heartbeat", *(["prune"] if settings.COUNTERSIGN_RETENTION else [])):
            entry = self._app.conf.beat_schedule[name]
            self._app.send_task(entry["task"], **entry["options"])
        self._service.start()

    def stop(self) -> None:
        """Not waited for: it may sleep until its next tick, and has nothing to put away."""
        self._service.service.stop(wait=False)


def pick_up() -> int:
    """Send messages for all that an earlier process left undecided; returns how many. This process is the only one that
    judges, so whatever was under a lease is free, and no message is on its way to anybody."""
    for kind in KINDS.values():
        free_all(kind.model)
    return enqueue_lost(now=timezone.now(), fresh=True)
