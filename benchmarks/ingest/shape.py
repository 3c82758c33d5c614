"""The production shape on this machine, for as long as a measurement takes: a fleet without workers, and beside its web
process the bare view on the same database."""

from __future__ import annotations

import contextlib
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import httpx

from benchmarks.measure import cpu_seconds, wait_until_up
from tests import servers
from tests.fleet.running import ROOT, Fleet, running_fleet

UP_WITHIN_S = 120.0


@dataclass(frozen=True, slots=True)
class Shape:
    """`bare` is the url of the bare view; `key` may ingest and read."""

    fleet: Fleet
    bare: str
    key: str

    def cpu(self, name: str) -> float:
        """Seconds of CPU that the "product" or the "bare" view has used so far, its ended children included."""
        process = self.fleet.processes["web" if name == "product" else name]
        return sum(map(cpu_seconds, family(process.pid)))


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
    more |= {"COUNTERSIGN_RATE_LIMIT": "10000000"}
    with tempfile.TemporaryDirectory() as folder, running_fleet(Path(folder), ["web"], **more) as fleet:
        port = servers.free_port()
        bare = f"http://127.0.0.1:{port}"
        fleet.start("bare", _bare(port), DJANGO_SETTINGS_MODULE="benchmarks.ingest.ceiling_settings")
        wait_until_up(partial(answers, bare), fleet.processes["bare"], fleet.logs / "bare.log", UP_WITHIN_S)
        yield Shape(fleet, bare, fleet.key("bench"))


def _bare(port: int) -> list[str]:
    command = [str(Path(sys.executable).parent / "uvicorn"), "django.core.asgi:get_asgi_application", "--factory"]
    return [*command, "--app-dir", str(ROOT), "--port", str(port), "--lifespan", "off", "--no-access-log"]


def answers(url: str) -> bool:
    with contextlib.suppress(httpx.TransportError):
        return httpx.get(url, timeout=5, trust_env=False).status_code < 500
    return False
