"""`python -m benchmarks.writers`: many clients at once, with the queue of writers (config/sqlite) and without it.

Both instances take their turns in the same minutes, so that what else the machine does weighs on both alike. With
every client always asking, the mean is the number of clients by the rate: the queue can only move the tail.
"""

from __future__ import annotations

import argparse
import contextlib
import tempfile
from itertools import product
from pathlib import Path

from benchmarks.gates import by_api
from tests.config.serving import Serve

ROUNDS = 2
WITHOUT = {"DJANGO_SETTINGS_MODULE": "tests.stock_sqlite"}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--number", type=int, default=300)
    parser.add_argument("--at-once", type=int, default=16)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as at_the_end:
        instances = {
            "without the queue": Serve.start(Path(folder) / "without", **WITHOUT),
            "with the queue": Serve.start(Path(folder) / "with"),
        }
        for serve in instances.values():
            at_the_end.callback(serve.end)
        for path, _, name in product(("attempts", "preflights"), range(ROUNDS), instances):
            print(f"{name:18}", end="")
            by_api(instances[name].run, path, options.number, options.at_once)


if __name__ == "__main__":
    main()
