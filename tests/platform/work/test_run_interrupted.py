"""After a run was interrupted its process is as before."""

from __future__ import annotations

import os
import subprocess
import sys

INTERRUPTED = """
import sys, uuid
import django
django.setup()
from validation.models import Attempt
from validation.platform.work import leased_work, runs

lease = leased_work.Lease(Attempt, uuid.uuid4(), uuid.uuid4(), 1)
try:
    with runs.watched(run := runs.Run(lease, cpu_s=0, wall_s=60)):
        while True:
            pass
except runs.RunInterrupted:
    print("interrupted:", run.reason, flush=True)

def traced():
    print("still runs", flush=True)

sys.settrace(lambda *_: None)
traced()
"""


def test_a_process_whose_run_was_interrupted_can_be_traced() -> None:
    """In Python 3.11 an exception for a thread that is taken back leaves the interpreter looking for it for ever: at
    every call it checks again, and one that is traced never begins."""
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings.test"}
    ended = subprocess.run(
        [sys.executable, "-c", INTERRUPTED], capture_output=True, text=True, env=environment, timeout=60, check=True
    )
    assert ended.stdout.splitlines() == ["interrupted: cpu", "still runs"]
