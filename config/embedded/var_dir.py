"""The folder where the embedded mode keeps its database, its secrets and `run.json`. Only its owner may read it.

A lock keeps a second instance out. By `run.json` scripts find the instance: it exists while that runs (after a kill it
is left over; its pid tells). The key's secret is kept beside it, so that each start hands out the same key.
"""

from __future__ import annotations

import fcntl
import json
import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from config.env import BadEnvironment

OWNER_ONLY = 0o600
OWNER_ONLY_FOLDER = 0o700
OWNER_ONLY_UMASK = 0o077


def secret_key(var: Path) -> str:
    """The key that signs sessions: made at the first start, kept in `var/secret_key`."""
    path = var / "secret_key"
    try:
        if not path.exists():
            write_private(path, secrets.token_urlsafe(50))
        return path.read_text(encoding="ascii").strip()
    except OSError as error:
        raise _not_writable(var, error) from None


def make_private_folder(var: Path) -> None:
    """Make the folder, and close it to everybody else: an earlier version left it open."""
    try:
        var.mkdir(parents=True, exist_ok=True, mode=OWNER_ONLY_FOLDER)
        _close(var, OWNER_ONLY_FOLDER)
    except OSError as error:
        raise _not_writable(var, error) from None


def make_private_database(path: Path) -> None:
    """Make the file before SQLite does, which would use the umask. Its journals take their mode from it."""
    if str(path) == ":memory:":
        return
    with suppress(OSError):  # what keeps it from being made keeps SQLite from opening it, and Django says so
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, OWNER_ONLY))
        for one in (path, *path.parent.glob(f"{path.name}-*")):
            _close(one, OWNER_ONLY)


def write_private(path: Path, content: str) -> None:
    """Write so that a reader sees the old or the new content, never a part, and nobody else can read it."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, OWNER_ONLY)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(content)
    beside.replace(path)


def _close(path: Path, mode: int) -> None:
    """Take everybody else's rights away. What belongs to another user, and a folder that users share (sticky, such as
    /tmp), stays as it is; a journal may be gone by now."""
    with suppress(FileNotFoundError):
        now = path.stat()
        if now.st_uid == os.geteuid() and not now.st_mode & stat.S_ISVTX:
            path.chmod(mode)


def _not_writable(var: Path, error: OSError) -> BadEnvironment:
    return BadEnvironment(f"the folder {var} cannot be written ({error.strerror}); set COUNTERSIGN_VAR.")


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
        descriptor = os.open(var / "lock", os.O_RDWR | os.O_CREAT, OWNER_ONLY)
    except OSError as error:
        raise _not_writable(var, error) from None
    try:
        _lock(descriptor, var)
        yield
    finally:
        os.close(descriptor)


def _lock(descriptor: int, var: Path) -> None:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        run = read_run(var)
        who = f"the instance at {run['url']} (pid {run['pid']})" if {"url", "pid"} <= run.keys() else "another instance"
        raise BadEnvironment(f"{who} already works in {var}; stop it first or set COUNTERSIGN_VAR.") from None


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


def read_run(var: Path) -> dict[str, Any]:
    """What `serve` wrote of the instance that runs on this machine; empty where none does."""
    try:
        run = json.loads((var / "run.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return run if isinstance(run, dict) else {}
