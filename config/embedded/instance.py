"""One running instance a data folder: the lock that keeps a second one out, and `run.json`, by which scripts find it.

`run.json` exists while the instance runs (after a kill it is left over; its pid tells). The key's secret is kept beside
it, so that each start hands out the same key instead of making another.
"""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from config.embedded.var_dir import write_private
from config.env import BadEnvironment


@dataclass(frozen=True, slots=True)
class Run:
    url: str
    sign_in_url: str
    api_key: str
    pid: int


@contextmanager
def only_one(var: Path) -> Iterator[None]:
    """Hold the folder for this process. The lock goes with the process, however it ends."""
    try:
        descriptor = os.open(var / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise BadEnvironment(f"the folder {var} cannot be written ({error.strerror}); set COUNTERSIGN_VAR.") from None
    try:
        _lock(descriptor, var)
        yield
    finally:
        os.close(descriptor)


def _lock(descriptor: int, var: Path) -> None:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        message = f"{_who_runs(var)} already works in {var}; stop it first or set COUNTERSIGN_VAR."
        raise BadEnvironment(message) from None


def announce(var: Path, run: Run) -> None:
    write_private(var / "run.json", json.dumps(asdict(run), indent=1) + "\n")


def withdraw(var: Path) -> None:
    (var / "run.json").unlink(missing_ok=True)


def kept_key(var: Path) -> str | None:
    """The secret of the key that an earlier start made, if it is still there."""
    with suppress(OSError):
        return (var / "api_key").read_text(encoding="ascii").strip() or None
    return None


def keep_key(var: Path, secret: str) -> None:
    write_private(var / "api_key", secret + "\n")


def _who_runs(var: Path) -> str:
    try:
        run = json.loads((var / "run.json").read_text(encoding="utf-8"))
        return f"the instance at {run['url']} (pid {run['pid']})"
    except (OSError, ValueError, KeyError, TypeError):
        return "another instance"
