"""The data folder of the embedded mode, with database, secrets and `run.json`, readable by its owner only.

A lock prevents a second instance. Scripts find the running instance through `run.json`, which exists while it runs;
after a kill it is left behind with a stale pid. The API key's secret is stored too, so that each start prints the same
key.
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
    """The key that signs sessions, created at the first start in `var/secret_key`."""
    path = var / "secret_key"
    try:
        if not path.exists():
            write_private(path, secrets.token_urlsafe(50))
        return path.read_text(encoding="ascii").strip()
    except OSError as error:
        raise _not_writable(var, error) from None


def make_private_folder(var: Path) -> None:
    """Creates the folder and makes it private, which an earlier version did not."""
    try:
        var.mkdir(parents=True, exist_ok=True, mode=OWNER_ONLY_FOLDER)
        _close(var, OWNER_ONLY_FOLDER)
    except OSError as error:
        raise _not_writable(var, error) from None


def make_private_database(path: Path) -> None:
    """Creates the file before SQLite would, with the umask's mode. SQLite's journals inherit the mode."""
    if str(path) == ":memory:":
        return
    with suppress(OSError):  # what keeps it from being made keeps SQLite from opening it, and Django says so
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, OWNER_ONLY))
        for one in (path, *path.parent.glob(f"{path.name}-*")):
            _close(one, OWNER_ONLY)


def write_private(path: Path, content: str) -> None:
    """Writes atomically, with permissions for the owner only."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, OWNER_ONLY)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(content)
    beside.replace(path)


def _close(path: Path, mode: int) -> None:
    """Removes the permissions of others. Skips files of other users, shared (sticky) folders such as /tmp, and journals
    that have disappeared."""
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
    """Locks the folder for this process. The lock ends with the process, however that ends."""
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
    """The secret of the key created by an earlier start, if it exists."""
    with suppress(OSError):
        return (var / "api_key").read_text(encoding="ascii").strip() or None
    return None


def keep_key(var: Path, secret: str) -> None:
    write_private(var / "api_key", secret + "\n")


def read_run(var: Path) -> dict[str, Any]:
    """The content of `run.json` if an instance runs on this machine, else empty."""
    try:
        run = json.loads((var / "run.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return run if isinstance(run, dict) else {}
