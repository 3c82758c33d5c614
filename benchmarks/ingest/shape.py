"""The production shape on this machine, for as long as a measurement takes: PostgreSQL, Redis, a web process, and
beside it the bare view on the same database."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import httpx

from benchmarks.measure import cpu_seconds, wait_until_up
from tests import servers

ROOT = Path(__file__).resolve().parent.parent.parent
ENTRYPOINT = ROOT / "docker" / "entrypoint.sh"
UP_WITHIN_S = 120.0


@dataclass(frozen=True, slots=True)
class Shape:
    """Urls of the product, of the bare view and of the database; `key` may ingest."""

    product: str
    bare: str
    database: str
    key: str
    processes: Mapping[str, subprocess.Popen[bytes]]
    logs: Path

    def cpu(self, name: str) -> float:
        """Seconds of CPU that a process has used so far, its ended children included."""
        return sum(map(cpu_seconds, family(self.processes[name].pid)))


def family(pid: int) -> list[int]:
    """The process and what it started, without those that end meanwhile."""
    found = [pid]
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
            found += family(int(child))
    return found


@contextlib.contextmanager
def running(**more: str) -> Iterator[Shape]:
    """`more` is set in the environment of all."""
    with tempfile.TemporaryDirectory(prefix="countersign-bench-") as open_folder, contextlib.ExitStack() as at_the_end:
        folder = Path(open_folder)
        folder.chmod(0o755)  # PostgreSQL may run as another user
        postgresql, redis = servers.start_postgresql(folder), servers.start_redis(folder)
        at_the_end.callback(redis.end)
        at_the_end.callback(postgresql.end)
        ports = {"product": servers.free_port(), "bare": servers.free_port()}
        environment = _environment(postgresql.url, redis.url, ports["product"], folder) | more
        _manage(environment, "migrate", "--no-input", "-v", "0")
        _manage(environment, "collectstatic", "--no-input", "-v", "0")
        key = json.loads(_manage(environment, "create_api_key", "bench", "--json", "--scope", "ingest,read,review"))[
            "key"
        ]
        processes: dict[str, subprocess.Popen[bytes]] = {}

        def start(name: str, command: list[str], **variables: str) -> None:
            with (folder / f"{name}.log").open("wb") as log:
                processes[name] = subprocess.Popen(
                    command,
                    env=environment | variables,
                    stdout=log,
                    stderr=log,
                    cwd=ROOT,
                    preexec_fn=servers.ends_with_us,  # noqa: PLW1509 - as there
                )
            at_the_end.callback(_end, processes[name])

        start("product", [str(ENTRYPOINT), "web"])
        start("bare", _bare(ports["bare"]), DJANGO_SETTINGS_MODULE="benchmarks.ingest.ceiling_settings")
        urls = {name: f"http://127.0.0.1:{port}" for name, port in ports.items()}
        for name, url in urls.items():
            address = f"{url}/readyz" if name == "product" else f"{url}/"
            wait_until_up(partial(answers, address), processes[name], folder / f"{name}.log", UP_WITHIN_S)
        yield Shape(urls["product"], urls["bare"], postgresql.url, key, processes, folder)


def _bare(port: int) -> list[str]:
    options = ["--host", "127.0.0.1", "--port", str(port), "--lifespan", "off", "--no-access-log", "--factory"]
    return [str(Path(sys.executable).parent / "uvicorn"), "django.core.asgi:get_asgi_application", *options]


def _environment(database: str, redis: str, port: int, folder: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("COUNTERSIGN_", "DJANGO_"))}
    return kept | {
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "COUNTERSIGN_SECRET_KEY": "of-a-measurement-0123456789-0123456789-0123456789",
        "COUNTERSIGN_DATABASE_URL": database,
        "COUNTERSIGN_REDIS_URL": redis,
        "COUNTERSIGN_ALLOWED_HOSTS": "127.0.0.1",
        "COUNTERSIGN_HTTPS": "false",
        "COUNTERSIGN_JUDGE": "embedded",
        "COUNTERSIGN_RATE_LIMIT": "10000000",
        "COUNTERSIGN_STATIC_ROOT": str(folder / "static"),
        "WEB_WORKERS": "1",
        "HOST": "127.0.0.1",
        "PORT": str(port),
    }


def _manage(environment: Mapping[str, str], *arguments: str) -> str:
    done = subprocess.run(
        [str(ENTRYPOINT), "manage", *arguments], env=dict(environment), capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise SystemExit(done.stderr[-2000:])
    return done.stdout


def answers(url: str) -> bool:
    with contextlib.suppress(httpx.TransportError):
        return httpx.get(url, timeout=5, trust_env=False).status_code < 500
    return False


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(timeout=10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
