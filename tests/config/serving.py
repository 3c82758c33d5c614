"""Runs `manage.py serve` as a newcomer would: a process of its own on an empty folder."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests import servers
from tests.services import SHARED

MANAGE = Path(__file__).resolve().parent.parent.parent / "manage.py"
UP_WITHIN_S = 120.0
UMASK = 0o022
"""What most systems give a process: files that everybody may read."""


def environment(var: Path, **more: str) -> dict[str, str]:
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("COUNTERSIGN_", "DJANGO_", "PORT"))
    }
    return kept | {"COUNTERSIGN_VAR": str(var), "COUNTERSIGN_LOG_LEVEL": "WARNING"} | more


def refused(env: Mapping[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    """A start that is expected to end by itself."""
    command = [sys.executable, str(MANAGE), "serve", *arguments]
    return subprocess.run(command, env=dict(env), capture_output=True, text=True, timeout=UP_WITHIN_S, check=False)


def migrated(var: Path) -> Path:
    """A folder as `manage.py migrate` leaves it, for those to whom an empty one tells nothing. Migrating takes seconds,
    so it is done once for all workers of the suite, and copied."""
    shared = Path(os.environ[SHARED])
    with (shared / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (shared / "var").exists():
            manage(shared / "unready", "migrate", "-v", "0")
            (shared / "unready").rename(shared / "var")
    return Path(shutil.copytree(shared / "var", var, dirs_exist_ok=True))


def manage(var: Path, *arguments: str, **more: str) -> None:
    """A command that is expected to succeed."""
    done = attempted(var, *arguments, **more)
    assert done.returncode == 0, done.stderr


def attempted(var: Path, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    """A command, however it ends."""
    command = [sys.executable, str(MANAGE), *arguments]
    env = environment(var, **more)
    return subprocess.run(command, env=env, umask=UMASK, capture_output=True, text=True, check=False)


def begin(var: Path, *arguments: str, **more: str) -> subprocess.Popen[str]:
    """A start that nobody waits for."""
    return subprocess.Popen(
        [sys.executable, str(MANAGE), "serve", "--port", str(servers.free_port()), *arguments],
        env=environment(var, **more),
        umask=UMASK,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        preexec_fn=servers.ends_with_us,  # noqa: PLW1509 - as there
    )


@dataclass
class Serve:
    """One start. `run` is what run.json says, `up_after` the seconds until it was there."""

    var: Path
    process: subprocess.Popen[str]
    run: Mapping[str, Any]
    up_after: float

    @classmethod
    def start(cls, var: Path, *arguments: str, **more: str) -> Serve:
        began = time.monotonic()
        process = begin(var, *arguments, **more)
        return cls(var, process, _run_json(var, process, began), time.monotonic() - began)

    def end(self, number: signal.Signals = signal.SIGTERM) -> tuple[int, str]:
        """The exit status and all that was printed."""
        self.process.send_signal(number)
        try:
            printed, _ = self.process.communicate(timeout=30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            printed, _ = self.process.communicate()
        return self.process.returncode, printed


def turns_of_the_story(var: Path) -> int:
    with closing(sqlite3.connect(var / "countersign.sqlite3")) as file:
        return int(file.execute("SELECT count(*) FROM validation_turn WHERE sample").fetchone()[0])


def readable_by_others(var: Path) -> list[str]:
    """What of a folder anybody but its owner may open."""
    return [str(path) for path in (var, *var.rglob("*")) if path.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO)]


def _run_json(var: Path, process: subprocess.Popen[str], began: float) -> Mapping[str, Any]:
    while time.monotonic() - began < UP_WITHIN_S:
        try:
            run = json.loads((var / "run.json").read_text())
            if run["pid"] == process.pid:
                return dict(run)
        except FileNotFoundError:
            pass
        if process.poll() is not None:
            break
        time.sleep(0.02)
    process.kill()
    printed, _ = process.communicate()
    raise AssertionError(f"serve did not come up: {printed[-2000:]}")
