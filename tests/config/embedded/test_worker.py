"""The embedded mode's worker: one that has nothing to do ends when it is told to."""

from __future__ import annotations

import pytest
from pytest_django import Settings

from config.celery import app
from config.embedded.worker import Clock, Worker
from validation.platform.work import runs


@pytest.mark.django_db(transaction=True)
def test_an_idle_worker_has_ended_when_it_was_told_to() -> None:
    for _ in range(3):
        running = Worker(app, concurrency=2)
        running.start()
        running.stop()
        runs.accept()
        assert running.stopped


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the clock asks for when it starts."""
    names: list[str] = []
    monkeypatch.setattr(app, "send_task", lambda name, **_: names.append(name))
    return names


@pytest.mark.parametrize("keep", [{"turns": 30}, {}])
def test_one_that_is_never_up_at_night_prunes_when_it_starts(
    keep: dict[str, int], settings: Settings, sent: list[str]
) -> None:
    """Sessions and the conversations of gateways expire also where all kinds are kept."""
    settings.COUNTERSIGN_RETENTION = keep
    clock = Clock(app)
    clock.start()
    clock.stop()
    assert "validation.platform.tasks.prune" in sent
