"""The beat's health as a container sees it: fresh only while the broker takes what is sent."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
from celery import Celery
from celery.beat import SchedulingError

from config.workers.beat import WatchedScheduler

ENTRYPOINT = Path(__file__).resolve().parents[3] / "docker" / "entrypoint.sh"


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "countersign-heartbeat-beat"
    monkeypatch.setenv("COUNTERSIGN_HEARTBEAT_FILE", str(path))
    return path


def send(argument: object = "") -> None:
    app = Celery("beat-test", broker="memory://", set_as_current=False)
    scheduler: Any = WatchedScheduler(app=app, lazy=True)
    entry = scheduler.Entry(name="one", task="nothing", schedule=10.0, args=(argument,), app=app)
    scheduler.apply_async(entry, producer=scheduler.producer)


def healthy(file: Path) -> bool:
    told = {**os.environ, "COUNTERSIGN_HEARTBEAT_FILE": str(file)}
    return subprocess.run([str(ENTRYPOINT), "healthy", "beat"], env=told, check=False).returncode == 0


def test_it_is_healthy_once_the_broker_took_a_task(file: Path) -> None:
    assert not healthy(file)
    send()
    assert healthy(file)


def test_a_file_that_nobody_touched_for_minutes_is_no_health(file: Path) -> None:
    send()
    os.utime(file, (file.stat().st_atime, file.stat().st_mtime - 180))
    assert not healthy(file)


def test_what_could_not_be_sent_leaves_it_untouched(file: Path) -> None:
    with pytest.raises(SchedulingError):
        send(object())
    assert not file.exists()
