"""The beat sends tasks by name: a name that no worker knows would be dropped without a word."""

from __future__ import annotations

import pytest

from config.celery import QUEUES, app


@pytest.mark.parametrize("entry", sorted(app.conf.beat_schedule))
def test_a_worker_knows_every_scheduled_task_and_its_queue(entry: str) -> None:
    app.loader.import_default_modules()
    scheduled = app.conf.beat_schedule[entry]
    assert (scheduled["task"] in app.tasks, scheduled["options"]["queue"] in QUEUES) == (True, True)


def test_a_worker_waits_for_its_broker_however_long_it_is_away() -> None:
    """Celery's own gives up after a hundred tries, and the process ends."""
    assert app.conf.broker_connection_max_retries is None
