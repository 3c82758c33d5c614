"""`python -m benchmarks.growth 10000 100000`: server time of every page at so many attempts each, in a PostgreSQL of
its own, and by how much it grew. A million takes six minutes to fill and five to tally on two quiet cores; `--server`
names a PostgreSQL whose databases `growth_NUMBER` were filled before."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import psycopg

from benchmarks.pages import SLOW_S, TIMED
from benchmarks.results import Results
from tests import servers

NUMBERS = (2_000, 20_000)


class Asked:
    """A process that times pages over one database."""

    def __init__(self, url: str, folder: Path) -> None:
        command = [sys.executable, "-m", "benchmarks.pages", "--answer"]
        env = _environment(url, folder)
        self._process = subprocess.Popen(command, env=env, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.names: list[str] = json.loads(self._read())

    def time(self, name: str) -> float:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{name}\n")
        self._process.stdin.flush()
        return float(self._read())

    def end(self) -> None:
        self._process.communicate()

    def _read(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("numbers", nargs="*", type=int, default=NUMBERS)
    parser.add_argument("--server", default="", help="url of a database on the server that holds growth_NUMBER")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        folder.chmod(0o755)
        server = None if options.server else servers.start_postgresql(folder)
        url = options.server or server.url  # type: ignore[union-attr]
        try:
            if server:
                for number in options.numbers:
                    _fill(url, number, folder)
            _compare({number: Asked(_database(url, number), folder) for number in options.numbers})
        finally:
            if server:
                server.end()


def _compare(asked: dict[int, Asked]) -> None:
    """Takes turns between the databases, so that what else the machine does slows all of them alike."""
    results, least = Results("growth"), min(asked)
    for name in asked[least].names:
        times = {number: [one.time(name)] for number, one in asked.items()}
        if max(found[0] for found in times.values()) < SLOW_S * 1000:
            for _ in range(TIMED):
                for number, one in asked.items():
                    times[number].append(one.time(name))
        for number, found in times.items():
            growth = round(min(found) / min(times[least]), 2)
            results.record(name, min(found), "ms", attempts=number, growth=growth)
    for one in asked.values():
        one.end()
    results.save()


def _fill(url: str, number: int, folder: Path) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE growth_{number}")
    for command in (
        ("manage.py", "migrate", "-v", "0"),
        ("-m", "benchmarks.worlds.fill", str(number)),
        ("manage.py", "rebuild_tallies"),
    ):
        environment = _environment(_database(url, number), folder)
        subprocess.run([sys.executable, *command], env=environment, check=True, stdout=subprocess.DEVNULL)


def _database(url: str, number: int) -> str:
    return f"{url.rpartition('/')[0]}/growth_{number}"


def _environment(url: str, folder: Path) -> dict[str, str]:
    own = {"COUNTERSIGN_DATABASE_URL": url, "COUNTERSIGN_VAR": str(folder / "var")}
    return os.environ | own | {"DJANGO_SETTINGS_MODULE": "config.settings.test"}


if __name__ == "__main__":
    main()
