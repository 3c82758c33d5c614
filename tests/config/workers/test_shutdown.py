"""A worker that was told to end leaves, whatever its threads wait for: here for an hour, or for good."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator

import pytest

HANGS_AFTER_S = 60.0
WORKER = """
import threading, time, uuid
import django
django.setup()
from config.workers import shutdown
from validation.models import Attempt
from validation.platform.work import leased_work, runs

def judge():
    lease = leased_work.Lease(Attempt, uuid.uuid4(), uuid.uuid4(), 1)
    with runs.watched(runs.Run(lease, cpu_s=3600, wall_s=3600)):
        judging.set()
        time.sleep(3600)

judging = threading.Event()
threading.Thread(target=judge, daemon=True).start()
judging.wait()
print("judging", flush=True)
{ends}
"""


@pytest.fixture
def database() -> Iterator[str]:
    """Takes every connection and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield f"postgresql://nobody@127.0.0.1:{listener.getsockname()[1]}/nothing"


STOPPED = """
import atexit
import django
django.setup()
from celery.signals import worker_shutdown, worker_shutting_down
import config.celery

atexit.register(print, "sent what was left", flush=True)
worker_shutting_down.send(None)
worker_shutdown.send(None)
print("Python takes itself apart")
"""


def status_at_the_end(database: str, ends: str) -> int:
    told = {**os.environ, "COUNTERSIGN_DATABASE_URL": database, "DJANGO_SETTINGS_MODULE": "config.settings.test"}
    command = [sys.executable, "-c", WORKER.format(ends=ends)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=told) as worker:
        try:
            assert worker.stdout is not None
            assert worker.stdout.readline() == "judging\n"
            return worker.wait(HANGS_AFTER_S)
        finally:
            worker.kill()


def test_though_the_row_cannot_be_given_back(database: str) -> None:
    status = status_at_the_end(database, "shutdown.begin_to_end(); time.sleep(3600)")
    assert status in (0, -signal.SIGALRM)  # a busy machine may come to the second way out first


def test_though_no_thread_gets_to_run(database: str) -> None:
    holds = "import re; shutdown.begin_to_end(); re.match('(a|aa)+$', 60 * 'a' + 'b')"
    assert status_at_the_end(database, holds) == -signal.SIGALRM


def test_a_worker_that_has_stopped_leaves_at_once() -> None:
    told = {**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings.test"}
    worker = subprocess.run([sys.executable, "-c", STOPPED], capture_output=True, text=True, env=told, check=False)
    assert (worker.returncode, worker.stdout) == (0, "sent what was left\n"), worker.stderr
