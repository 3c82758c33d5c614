"""The embedded mode's worker: one that has nothing to do ends when it is told to."""

from __future__ import annotations

import pytest

from config.celery import app
from config.embedded.worker import Worker
from validation.platform.work import runs


@pytest.mark.django_db(transaction=True)
def test_an_idle_worker_has_ended_when_it_was_told_to() -> None:
    for _ in range(3):
        running = Worker(app, concurrency=2)
        running.start()
        running.stop()
        runs.accept()
        assert running.stopped
