"""`python -m benchmarks.growth 10000 100000`: server time of every page at so many attempts each, in a PostgreSQL of
its own, and by how much it grew. A million takes five minutes to fill and half an hour to tally on two busy cores."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import psycopg

from benchmarks.results import Results
from tests import servers

NUMBERS = (2_000, 20_000)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("numbers", nargs="*", type=int, default=NUMBERS)
    options = parser.parse_args()
    results = Results("growth")
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        folder.chmod(0o755)
        server = servers.start_postgresql(folder)
        try:
            found = [_measure(server.url, number, folder) for number in options.numbers]
        finally:
            server.end()
    for name, least in found[0].items():
        for number, times in zip(options.numbers, found, strict=True):
            results.record(name, times[name], "ms", attempts=number, growth=round(times[name] / least, 2))
    results.save()


def _measure(url: str, number: int, folder: Path) -> dict[str, float]:
    """Milliseconds by page, with a database of that size."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE growth_{number}")
    database = f"{url.rpartition('/')[0]}/growth_{number}"
    environment = os.environ | {
        "COUNTERSIGN_DATABASE_URL": database,
        "COUNTERSIGN_VAR": str(folder / "var"),
        "DJANGO_SETTINGS_MODULE": "config.settings.test",
    }

    def run(*command: str) -> str:
        done = subprocess.run(
            [sys.executable, *command], env=environment, check=True, stdout=subprocess.PIPE, text=True
        )
        return done.stdout

    run("manage.py", "migrate", "-v", "0")
    run("-m", "benchmarks.fill", str(number))
    run("manage.py", "rebuild_tallies")
    return dict(json.loads(run("-m", "benchmarks.pages", "--json")))


if __name__ == "__main__":
    main()
