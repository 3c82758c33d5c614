"""`python -m benchmarks.growth 10000 100000`: server and processor time of every page at so many attempts each, in a
PostgreSQL of its own, and by how much it grew. A million is filled and tallied in six minutes on two quiet cores.
`--kept FOLDER` keeps the databases there for the next run; `--only` measures some of the pages."""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import psycopg

from benchmarks.measure import show_figure
from tests import servers

NUMBERS = (2_000, 20_000)
TIMED = 5
SLOW_S = 5.0
"""What took longer once is not timed again."""
_FILLING = "growth_filling"


class Timing(NamedTuple):
    """Milliseconds of wall clock and of processor time, and lines of an export."""

    took: float
    spent: float
    lines: int


class Asked:
    """A process that times pages over one database."""

    def __init__(self, url: str, folder: Path) -> None:
        command = [sys.executable, "-m", "benchmarks.pages"]
        env = _environment(url, folder)
        self._process = subprocess.Popen(command, env=env, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.names: list[str] = json.loads(self._read())

    def time(self, name: str) -> Timing:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{name}\n")
        self._process.stdin.flush()
        took, spent, lines = self._read().split()
        return Timing(float(took), float(spent), int(lines))

    def end(self) -> None:
        self._process.communicate()

    def _read(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("numbers", nargs="*", type=int, default=NUMBERS)
    parser.add_argument("--kept", type=Path, help="folder whose databases are kept, and filled only where missing")
    parser.add_argument("--only", default="", help="part of the names to time; the figures are printed, not stored")
    parser.add_argument("--serve", action="store_true", help="measure nothing, keep the server up until interrupted")
    options = parser.parse_args()
    with _folder(options.kept) as folder:
        server = servers.start_postgresql(folder)
        try:
            for number in options.numbers:
                _fill(server.url, number, folder)
            if options.serve:
                print("\n".join(_database(server.url, f"growth_{number}") for number in options.numbers), flush=True)
                signal.pause()
            asked = {number: Asked(_database(server.url, f"growth_{number}"), folder) for number in options.numbers}
            _compare(asked, options.only)
        finally:
            server.end()


@contextlib.contextmanager
def _folder(kept: Path | None) -> Iterator[Path]:
    """That PostgreSQL may read as another user."""
    with contextlib.ExitStack() as stack:
        folder = kept.resolve() if kept else Path(stack.enter_context(tempfile.TemporaryDirectory()))
        folder.mkdir(parents=True, exist_ok=True)
        folder.chmod(0o755)
        yield folder


def _compare(asked: dict[int, Asked], only: str) -> None:
    """Takes turns between the databases, so that what else the machine does slows all of them alike. An export has
    more lines where there is more: its growth is that of a line."""
    least = min(asked)
    for name in (name for name in asked[least].names if only in name):
        times = {number: [one.time(name)] for number, one in asked.items()}
        if max(found[0].took for found in times.values()) < SLOW_S * 1000:
            for _ in range(TIMED):
                for number, one in asked.items():
                    times[number].append(one.time(name))
        for number, found in times.items():
            lines = {"lines": found[0].lines} if found[0].lines else {}
            took, spent = _least(found), _least(found, spent=True)
            show_figure(
                name, took, "ms", attempts=number, growth=_growth(found, times[least]),
                processor_ms=round(spent, 1), processor_growth=_growth(found, times[least], spent=True), **lines,
            )  # fmt: skip
    for one in asked.values():
        one.end()


def _least(timings: list[Timing], *, spent: bool = False) -> float:
    """To which what else the machine does adds least."""
    return min(timing.spent if spent else timing.took for timing in timings)


def _growth(timings: list[Timing], least: list[Timing], *, spent: bool = False) -> float:
    a_line, before = (_least(found, spent=spent) / max(1, found[0].lines) for found in (timings, least))
    return round(a_line / before, 2)


def _fill(url: str, number: int, folder: Path) -> None:
    """A database that is there is left as it is; it has its name when it is filled."""
    with psycopg.connect(url, autocommit=True) as connection:
        if connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [f"growth_{number}"]).fetchone():
            return
        connection.execute(f"DROP DATABASE IF EXISTS {_FILLING}")
        connection.execute(f"CREATE DATABASE {_FILLING}")
    for command in (
        ("manage.py", "migrate", "-v", "0"),
        ("-m", "benchmarks.worlds.fill", str(number)),
        ("manage.py", "rebuild_tallies"),
    ):
        environment = _environment(_database(url, _FILLING), folder)
        subprocess.run([sys.executable, *command], env=environment, check=True, stdout=subprocess.DEVNULL)
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"ALTER DATABASE {_FILLING} RENAME TO growth_{number}")


def _database(url: str, name: str) -> str:
    return f"{url.rpartition('/')[0]}/{name}"


def _environment(url: str, folder: Path) -> dict[str, str]:
    own = {"COUNTERSIGN_DATABASE_URL": url, "COUNTERSIGN_VAR": str(folder / "var")}
    return os.environ | own | {"DJANGO_SETTINGS_MODULE": "config.settings.test"}


if __name__ == "__main__":
    main()
