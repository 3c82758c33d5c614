"""A fleet: the production shape as real processes, started by the script that the containers run.

The tests of this folder have one, on a PostgreSQL and a Redis of its own, which they may end and start again. Its files
are one piece of work (tests.schedule), so that one worker starts it and the others do not.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import psycopg
from celery import Celery

from tests import servers

ROOT = Path(__file__).resolve().parent.parent.parent
ENTRYPOINT = ROOT / "docker" / "entrypoint.sh"
HANGS_AFTER_S = 300.0
"""What takes longer hangs. No test fails for being slow: five processes that import the product at once were up after
154 s where sixteen others wanted the two cores."""

ROLES: Mapping[str, tuple[str, ...]] = {
    "web": ("web",),
    "worker-judging": ("worker", "judging"),
    "worker-evidence": ("worker", "evidence"),
    "worker-rest": ("worker", "delivery,housekeeping"),
    "beat": ("beat",),
}
SERVED = {"judging", "evidence", "delivery", "housekeeping", "schedule"}
"""What these processes tell that they do. Not imported, so that a benchmark can start them without settings."""


@dataclass
class Fleet:
    """Running processes by name. `stop`, `kill` and `start` act on one of them, as an operator or an accident would."""

    url: str
    logs: Path
    environment: Mapping[str, str]
    postgresql: servers.Server
    redis: servers.Server
    processes: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)
    keys: dict[str, str] = field(default_factory=dict)

    def start(self, name: str, command: Sequence[str] = (), **more: str) -> None:
        """One of ROLES, or another command; `more` is set in its environment alone."""
        with (self.logs / f"{name}.log").open("ab") as log:
            self.processes[name] = subprocess.Popen(
                command or [str(ENTRYPOINT), *ROLES[name]],
                env={**self.environment, **more},
                stdout=log,
                stderr=log,
                start_new_session=True,
                preexec_fn=servers.ends_with_us,  # noqa: PLW1509 - as there
            )

    def kill(self, name: str) -> None:
        """SIGKILL to the process and its children: no goodbye, no cleaning up."""
        self._signal(name, signal.SIGKILL)

    def stop(self, name: str) -> int:
        """SIGTERM, as an orchestrator ends a process; returns its exit status."""
        process = self.processes[name]
        process.terminate()
        try:
            return process.wait(timeout=40)
        finally:
            self._signal(name, signal.SIGKILL)

    def log(self, name: str) -> str:
        return (self.logs / f"{name}.log").read_text(errors="replace")

    def manage(self, *arguments: str) -> str:
        """The output of a management command under the fleet's settings."""
        done = subprocess.run(
            [str(ENTRYPOINT), "manage", *arguments],
            env=dict(self.environment),
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr[-2000:]
        return done.stdout

    def key(self, pipeline: str) -> str:
        """Made once: the command takes three seconds of processor time."""
        if pipeline not in self.keys:
            self.keys[pipeline] = json.loads(self.manage("create_api_key", pipeline, "--json"))["key"]
        return self.keys[pipeline]

    def api(self, pipeline: str = "fleet") -> httpx.Client:
        """A pipeline's client."""
        headers = {"Authorization": f"Bearer {self.key(pipeline)}"}
        return httpx.Client(base_url=self.url, headers=headers, timeout=60)

    def sql(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        """What the database holds, or a change of it that only time would bring."""
        with psycopg.connect(self.postgresql.url, autocommit=True) as connection:
            cursor = connection.execute(statement, values)
            return cursor.fetchall() if cursor.description else []

    def tick(self, task: str) -> None:
        """Sends a scheduled task now, as the beat will."""
        with Celery(broker=self.redis.url, set_as_current=False) as app:
            app.send_task(f"validation.platform.tasks.{task}", queue="housekeeping")

    def ready(self) -> httpx.Response:
        return httpx.get(f"{self.url}/readyz", timeout=60)

    def wait_until_ready(self) -> None:
        deadline = time.monotonic() + HANGS_AFTER_S
        while not self._is_ready():
            ended = [name for name, process in self.processes.items() if process.poll() is not None]
            given_up = bool(ended) or time.monotonic() > deadline
            assert not given_up, f"the fleet is not ready, ended: {ended}; logs in {self.logs}: {self._tails()}"
            time.sleep(0.1)

    def end(self) -> None:
        """Without goodbye: nothing of it is needed again."""
        for name in self.processes:
            self.kill(name)

    def _is_ready(self) -> bool:
        """The web process serves, and workers, if there are any, that take from every queue were seen lately."""
        alone = list(self.processes) == ["web"]
        try:
            return self.ready().status_code == 200 and (alone or self._served() >= SERVED)
        except httpx.TransportError:
            return False

    def _served(self) -> set[str]:
        rows = self.sql("SELECT queues FROM validation_heartbeat WHERE at > now() - interval '30 s'")
        return {queue for (queues,) in rows for queue in queues}

    def _signal(self, name: str, number: signal.Signals) -> None:
        process = self.processes[name]
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, number)
        process.wait()

    def _tails(self) -> str:
        return json.dumps({log.stem: log.read_text(errors="replace")[-600:] for log in self.logs.glob("*.log")})


def _environment(database: str, redis: str, port: int, folder: Path) -> dict[str, str]:
    """What an operator sets, and nothing of the suite's own settings."""
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("COUNTERSIGN_", "DJANGO_", "PYTEST_"))
    }
    return kept | {
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "COUNTERSIGN_SECRET_KEY": "of-the-fleet-in-the-tests-0123456789-0123456789",
        "COUNTERSIGN_DATABASE_URL": database,
        "COUNTERSIGN_REDIS_URL": redis,
        "COUNTERSIGN_ALLOWED_HOSTS": "127.0.0.1",
        "COUNTERSIGN_HTTPS": "false",
        "COUNTERSIGN_JUDGE": "embedded",
        "COUNTERSIGN_STATIC_ROOT": str(folder / "static"),
        "WEB_WORKERS": "1",
        "HOST": "127.0.0.1",
        "PORT": str(port),
    }


@contextlib.contextmanager
def running_fleet(folder: Path, roles: Iterable[str] = ROLES, **more: str) -> Iterator[Fleet]:
    """Logs and static files go to `folder`; `more` is set in the environment of all."""
    port = servers.free_port()
    with tempfile.TemporaryDirectory(prefix="countersign-fleet-") as open_folder:
        Path(open_folder).chmod(0o755)  # PostgreSQL may run as another user
        postgresql, redis = servers.start_postgresql(Path(open_folder)), servers.start_redis(folder)
        environment = _environment(postgresql.url, redis.url, port, folder) | more
        running = Fleet(f"http://127.0.0.1:{port}", folder, environment, postgresql, redis)
        try:
            with ThreadPoolExecutor() as together:
                commands = (("migrate", "--no-input", "-v", "0"), ("collectstatic", "--no-input", "-v", "0"))
                list(together.map(lambda command: running.manage(*command), commands))
            for name in roles:
                running.start(name)
            running.wait_until_ready()
            yield running
        finally:
            running.end()
            postgresql.end()
            redis.end()
